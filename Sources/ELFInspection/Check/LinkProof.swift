// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// Proves that a linked file holds every descriptor and manifest of its inputs.
public struct LinkProof: Sendable {
  /// The likely reason for a missing descriptor.
  public enum Cause: String, Hashable, Sendable {
    case notRetained = "not-retained"
    case memberNotLinked = "member-not-linked"
    case objectNotLinked = "object-not-linked"
    case otherArchitecture = "other-architecture"
    case noSymbols = "no-symbols"
    case collected

    /// The message for people: the cause, and what to do.
    public var explanation: String {
      switch self {
      case .notRetained:
        "its section lacks the retain flag, and the linker collects sections"
      case .memberNotLinked:
        "nothing refers to this member of the archive: link it with --whole-archive"
      case .objectNotLinked:
        "nothing of the object is in the product: it is not an input of this link"
      case .otherArchitecture:
        "the object is for another architecture than the product: it is not an input of this link"
      case .noSymbols:
        "the product has no symbols to tell why: check the file as the linker wrote it"
      case .collected:
        "the object is in the product without its section: look for a linker script, or a tool"
          + " that removed the section"
      }
    }
  }

  private let descriptors: Set<ExtensionDescriptor>
  private let manifests: [PluginManifest]
  /// The names of global and local symbols; linkers make hidden ones local.
  private let symbols: Set<String>
  private let isStripped: Bool
  private let architecture: String

  /// Reads a product.
  ///
  /// Faults in single records are left to the rules.
  ///
  /// - Throws: if the product's descriptors can't be determined.
  public init(product: ELFFile, origin: Origin) throws(InspectionError) {
    guard product.header.isLinked else {
      throw InspectionError(
        .unsupported, "not the product of a link: name the executable or shared object", offset: 16)
    }
    var unread: [InspectionError] = []
    let sections = try product.descriptorSections { unread.append($0) }
    // If section names can't be used, the anchor still finds the records. An
    // anchor that leads nowhere is reported by its own rule.
    if let first = unread.first(where: {
      $0.code != .malformedAnchor && ($0.code != .malformedSectionNames || sections.isEmpty)
    }) {
      throw first
    }
    let found = sections.flatMap { section in
      section.descriptors(origin: origin, architecture: product.header.architecture) { _ in }
    }
    descriptors = Set(found.map(\.descriptor))
    manifests = sections.flatMap {
      $0.manifests(origin: origin, architecture: product.header.architecture).map(\.manifest)
    }
    architecture = product.header.architecture
    let names = try product.definedNames()
    symbols = names.global.union(names.local)
    isStripped = !names.isWhole
  }

  /// The number of different descriptors in the product.
  public var descriptorCount: Int { descriptors.count }

  /// The descriptors and manifests of an object that are missing from the product.
  public func lost(from object: LinkInput) -> [Finding] {
    let isForeign = object.architecture != architecture
    let lost = object.descriptors.filter { isForeign || !descriptors.contains($0.descriptor) }
    let lostManifests = object.manifests.filter { isForeign || !manifests.contains($0.manifest) }
    let lostCount = lost.count + lostManifests.count
    if lostCount == 0 { return [] }
    let isLinked =
      lostCount < object.descriptors.count + object.manifests.count
      || !symbols.isDisjoint(with: object.definitions)
    func finding(_ what: String, _ origin: Origin, at offset: UInt64, _ source: String) -> Finding {
      let cause = isForeign ? .otherArchitecture : cause(object, origin, isLinked: isLinked)
      return Finding(
        .descriptorLost, origin, "\(what) is lost: \(cause.explanation)", offset: offset,
        source: source)
    }
    return lost.map { lost in
      finding(
        "\(lost.shortLabel) of \(lost.descriptor.protocolName.abbreviated(to: 256))", lost.origin,
        at: lost.offsetInFile, lost.descriptor.source)
    }
      + lostManifests.map { lost in
        finding(
          "the manifest of \(lost.manifest)", lost.origin, at: lost.offsetInFile,
          lost.manifest.source)
      }
  }

  private func cause(_ object: LinkInput, _ origin: Origin, isLinked: Bool) -> Cause {
    if !isLinked, isStripped { return object.retains ? .noSymbols : .notRetained }
    if !isLinked, !origin.members.isEmpty { return .memberNotLinked }
    if !object.retains { return .notRetained }
    return isLinked ? .collected : .objectNotLinked
  }
}
