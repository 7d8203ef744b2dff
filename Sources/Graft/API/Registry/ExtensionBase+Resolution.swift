// SPDX-License-Identifier: Apache-2.0

extension ExtensionBase {
  /// Who answers for this subject, and why: as of now.
  public static var resolution: Resolution {
    ExtensionRegistry.resolution(of: Self.self)
  }
}

extension RegistryStore {
  /// Where the calls of a key go to, for the message about calls that have no end.
  func explanations(ofCallsBy key: UInt) -> [String] {
    withState { $0.published.subjects }.filter { $0.base.isDispatched(by: key) }.map { subject in
      let resolution = resolution(of: subject.base)
      let heads = resolution.requirements.compactMap { requirement in
        requirement.chain.first.map { "\(requirement.name): \($0.extension)" }
      }
      return "\(resolution.protocolName) of \(resolution.subject): "
        + heads.joined(separator: "; ")
    }
  }
}
