// SPDX-License-Identifier: Apache-2.0

/// What a store puts in front of its chains. It does not know what that is: it asks for it in
/// the steps in which it resolves and publishes.
protocol Interceptors: AnyObject, Sendable {
  /// What there is for a base class's subject at this moment; nil for nothing. The registry's
  /// lock is held.
  ///
  /// - Parameter records: of the images' interceptors, for the protocol's name or for all.
  func snapshot(
    for base: any ExtensionBase.Type, _ records: [ExtensionRecord]
  ) -> (any InterceptorSnapshot)?

  /// Gives up what was taken out before, and may have been in use then. No lock may be held.
  func releaseUnused()
}

/// What there was for one subject at one moment.
protocol InterceptorSnapshot {
  /// What of that applies to the subject. Calls code of users: no lock may be held.
  func applied() -> any AppliedInterceptors
}

/// What is to stand in front of one subject's chains.
protocol AppliedInterceptors {
  /// What is passed over, and why.
  var diagnostics: [RegistryDiagnostic] { get }

  /// What runs around a requirement, from the outermost to the innermost.
  func explanations(of requirement: Int) -> [ExtensionResolution.Advice]

  /// The links in front of chains. Calls code of users: no lock may be held.
  ///
  /// - Parameters:
  ///   - heads: for each requirement that of its chain, or the final link.
  ///   - finalLink: what ends the subject's chains.
  ///   - store: keeps the links.
  func links(
    before heads: [LinkAddress], finalLink: LinkAddress, in store: RegistryStore
  ) throws(MissingLink) -> any InterceptedHeads

  /// What is left without one whose accessor made nothing.
  func without(_ record: RecordID) -> any AppliedInterceptors
}

/// The links to call, of which some run what stands in front of chains.
protocol InterceptedHeads: AnyObject, Sendable {
  /// For each requirement.
  var heads: [LinkAddress] { get }

  /// From now on the links run this. Before the heads are published: who gets to a link finds
  /// what is to run by now. Also where they are not, for the call that asked. The registry's
  /// lock is held.
  ///
  /// - Parameter version: of the state that this was computed from.
  func exchange(version: UInt64)

  /// Gives up what the links ran before. No lock may be held.
  func release()
}

/// An accessor said that its extension applies, and then made nothing. Only code written by
/// hand can do that.
struct MissingLink: Error {
  let record: RecordID
  let registered: RegisteredExtension

  func diagnostic(for base: any ExtensionBase.Type) -> RegistryDiagnostic {
    RegistryDiagnostic(
      .noLink(subject: SwiftRuntime.name(of: base.subject, isQualified: false)),
      extension: registered)
  }
}

/// The links to call, and those of them that run what stands in front of chains, if any does.
struct PublishedHeads {
  /// For each requirement.
  let heads: [LinkAddress]
  let intercepted: (any InterceptedHeads)?

  /// The heads of chains in front of which nothing stands.
  init(_ heads: [LinkAddress]) { (self.heads, intercepted) = (heads, nil) }

  init(_ intercepted: any InterceptedHeads) {
    (heads, self.intercepted) = (intercepted.heads, intercepted)
  }
}
