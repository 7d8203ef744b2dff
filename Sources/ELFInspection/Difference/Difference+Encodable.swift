// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

extension Difference: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: ReportKey.self)
    try members.encode("difference", forKey: .type)
    try members.encode(kind.rawValue, forKey: .change)
    try members.encode((new ?? old)?.protocolName, forKey: .protocol)
    try members.encode((new ?? old)?.extensionName, forKey: .extension)
    try members.encode(changes, forKey: .changes)
    try members.encode(old, forKey: .old)
    try members.encode(new, forKey: .new)
  }
}
