// SPDX-License-Identifier: Apache-2.0

extension PluginFit: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: ReportKey.self)
    try members.encode("fit", forKey: .type)
    try members.encode(isAccepted, forKey: .isAccepted)
    try members.encode(reason, forKey: .reason)
    try members.encode(text, forKey: .text)
    try members.encode(conditions, forKey: .conditions)
    try members.encode(origin)
  }
}
