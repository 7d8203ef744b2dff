// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

extension ResolvedAnswer: Encodable {
  public func encode(to encoder: any Encoder) throws {
    let links = chain.map { Step(descriptor: $0.descriptor, rule: $0.rule?.rawValue ?? "only") }
    let left = exclusions.map { Step(descriptor: $0.descriptor, reason: $0.reason) }
    let open = dependencies.map { Step(descriptor: $0.descriptor, reason: $0.reason) }
    var members = try encoder.members(of: "answer", subjectOrigin)
    try members.encode(subject, forKey: .subject)
    try members.encode(protocolName, forKey: .protocol)
    try members.encode(requirement.text, forKey: .requirement)
    try members.encode(outcome.rawValue, forKey: .outcome)
    try members.encode(links, forKey: .chain)
    try members.encode(conflict.map { Step(descriptor: $0) }, forKey: .conflict)
    try members.encode(left, forKey: .excluded)
    try members.encode(open, forKey: .dependsOn)
  }

  /// An extension, and the rule that puts it before the next.
  private struct Step: Encodable {
    var descriptor: LocatedDescriptor?
    var rule: String?
    var reason: String?

    func encode(to encoder: any Encoder) throws {
      var members = encoder.container(keyedBy: ReportKey.self)
      try members.encodeIfPresent(rule, forKey: .rule)
      try members.encodeIfPresent(reason, forKey: .reason)
      guard let descriptor else { return }
      try members.encode(descriptor.descriptor.extensionName, forKey: .extension)
      try members.encode(descriptor.descriptor.source, forKey: .source)
      try members.encode(descriptor.origin)
    }
  }
}
