// SPDX-License-Identifier: Apache-2.0

/// What the process knows of extensions.
public enum ExtensionRegistry {
  /// The images that brought descriptors, in the order of their arrival.
  public static var images: [ExtensionImage] { RegistryStore.shared.images }

  /// Every descriptor that the loader found. It has them on the first line of
  /// `main`.
  public static var descriptors: [RegisteredExtension] {
    RegistryStore.shared.registeredExtensions
  }

  /// What was passed over, by the loader and by resolutions so far, and why.
  public static var diagnostics: [RegistryDiagnostic] {
    let copies = LoadedImages.loaderPaths
    return (copies.count > 1 ? [RegistryDiagnostic(.severalCopies(copies))] : [])
      + RegistryStore.shared.diagnostics
  }

  /// Who answers for the subject of a base class, such as `GreeterExtension<Dog>`.
  public static func resolution(of base: any ExtensionBase.Type) -> Resolution {
    Resolution(resolve(base).chains)
  }

  private static func resolve(
    _ base: any ExtensionBase.Type
  ) -> (chains: ResolvedChains, generation: UInt64) {
    let snapshot = RegistryStore.shared.snapshot(protocolName: base.extensibleProtocol.name)
    let chains = ResolvedChains(base, records: snapshot.records)
    RegistryStore.shared.note(chains.diagnostics)
    return (chains, snapshot.generation)
  }

  // MARK: For the code of @Extensible

  /// The link that a call of the requirement goes to. Resolves all requirements of
  /// the protocol for the subject and publishes them under the subject's key.
  public static func head(of base: any ExtensionBase.Type, _ requirement: Int) -> UInt {
    func subject<Base: ExtensionBase>(_: Base.Type) -> Any.Type { Base.Subject.self }
    while true {
      let (chains, generation) = resolve(base)
      if Strictness.isStrict { stopAtConflict(chains) }
      let heads = LinkBuilder(chains, store: .shared).makeHeads()
      let cells = base.extensibleProtocol.cells
      if RegistryStore.shared.publish(heads, in: cells, for: subject(base), generation: generation)
      {
        return heads[requirement].bits
      }
    }
  }

  /// Ends the process: nothing implements the requirement.
  public static func unanswered(_ base: any ExtensionBase.Type, _ requirement: Int) -> Never {
    let resolution = resolution(of: base)
    fatalError(
      "\n" + resolution.unansweredMessage(base.extensibleProtocol.requirements[requirement]))
  }

  private static func stopAtConflict(_ chains: ResolvedChains) {
    for case let diagnostic in chains.diagnostics {
      guard case .conflict = diagnostic.kind else { continue }
      fatalError("Graft: GRAFT_STRICT=1: \(diagnostic)")
    }
  }
}
