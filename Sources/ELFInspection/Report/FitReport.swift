// SPDX-License-Identifier: Apache-2.0

extension PluginFit: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var members = try encoder.members(of: "fit", origin)
    try members.encode(isAccepted, forKey: .isAccepted)
    try members.encode(reason, forKey: .reason)
    try members.encode(text, forKey: .text)
    try members.encode(conditions, forKey: .conditions)
    try members.encode(libraries, forKey: .libraries)
    try members.encode(floor, forKey: .floor)
  }
}

extension VersionFloor: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: ReportKey.self)
    try members.encode(glibc, forKey: .glibc)
    try members.encode(swift, forKey: .swift)
  }
}

extension PluginFit.Library: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: ReportKey.self)
    try members.encode(name, forKey: .name)
    try members.encode(path, forKey: .path)
    try members.encode(user, forKey: .neededBy)
    try members.encode(searched, forKey: .searched)
  }
}
