// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

extension ResolvedAnswer: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: ReportKey.self)
    try members.encode("answer", forKey: .type)
    try members.encode(subject, forKey: .subject)
    try members.encode(protocolName, forKey: .protocol)
    try members.encode(requirement.text, forKey: .requirement)
    try members.encode(outcome.rawValue, forKey: .outcome)
    try members.encode(chain.map(Step.init), forKey: .chain)
    try members.encode(conflict.map { Step($0) }, forKey: .conflict)
    try members.encode(exclusions.map(Step.init), forKey: .excluded)
    try members.encode(dependencies.map(Step.init), forKey: .dependsOn)
    try members.encode(subjectOrigin)
  }

  /// An extension, and the rule that puts it before the next.
  private struct Step: Encodable {
    var descriptor: LocatedDescriptor?
    var rule: String?
    var reason: String?

    init(_ descriptor: LocatedDescriptor) { self.descriptor = descriptor }
    init(_ link: Link) {
      descriptor = link.descriptor
      rule = link.rule?.rawValue ?? "only"
    }
    init(_ exclusion: Exclusion) {
      descriptor = exclusion.descriptor
      reason = exclusion.reason
    }
    init(_ dependency: Dependency) {
      descriptor = dependency.descriptor
      reason = dependency.reason
    }

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
