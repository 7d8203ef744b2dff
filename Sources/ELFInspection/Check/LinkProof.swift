// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// Whether a linked file holds every descriptor of what it was linked from.
public struct LinkProof: Sendable {
  /// Why a descriptor is likely to be missing.
  public enum Cause: String, Hashable, Sendable {
    case notRetained = "not-retained"
    case memberNotLinked = "member-not-linked"
    case objectNotLinked = "object-not-linked"
    case collected

    /// For people: the cause, and what to do.
    public var explanation: String {
      switch self {
      case .notRetained:
        "its section lacks the retain flag, and the linker collects sections"
      case .memberNotLinked:
        "nothing refers to this member of the archive: link it with --whole-archive"
      case .objectNotLinked:
        "nothing of the object is in the product: it is not an input of this link"
      case .collected:
        "the object is in the product without its section: look for a linker script, or a tool"
          + " that removed the section"
      }
    }
  }

  private let descriptors: Set<Descriptor>
  private let symbols: Set<String>

  /// - Parameter problem: called for records of the product that can't be read.
  public init(
    product: ELFFile, origin: Origin, problem: (Problem) -> Void
  ) throws(InspectionError) {
    let sections = try product.descriptorSections { problem(Problem(origin, $0)) }
    let found = sections.flatMap { section in
      section.descriptors(origin: origin, architecture: product.header.architecture) {
        problem(Problem(origin, $0))
      }
    }
    descriptors = Set(found.map(\.descriptor))
    symbols = try product.globalDefinitions()
  }

  /// How many different descriptors the product has.
  public var descriptorCount: Int { descriptors.count }

  /// The descriptors of an object that the product has not.
  public func lost(from object: LinkInput) -> [Finding] {
    let lost = object.descriptors.filter { !descriptors.contains($0.descriptor) }
    if lost.isEmpty { return [] }
    let isLinked =
      lost.count < object.descriptors.count || !symbols.isDisjoint(with: object.definitions)
    return lost.map { lost in
      let cause = cause(object, lost, isLinked: isLinked)
      return Finding(
        .descriptorLost, lost.origin,
        "\(lost.descriptor.label) of \(lost.descriptor.protocolName) is lost:"
          + " \(cause.explanation)",
        offset: lost.offset, source: lost.descriptor.source)
    }
  }

  private func cause(
    _ object: LinkInput, _ lost: LocatedDescriptor, isLinked: Bool
  ) -> Cause {
    if !isLinked, !lost.origin.members.isEmpty { return .memberNotLinked }
    if !object.retains { return .notRetained }
    // A stripped product has no symbols to tell by.
    return isLinked ? .collected : .objectNotLinked
  }
}

/// An object that a product was linked from.
public struct LinkInput: Sendable {
  /// At least one.
  public var descriptors: [LocatedDescriptor]
  /// Of its global symbols, what it defines.
  public var definitions: Set<String>
  /// All its sections of descriptors have the retain flag.
  public var retains: Bool

  /// The objects of a file or archive that have descriptors, and problems.
  public static func all(of entry: ScanEntry) -> (inputs: [LinkInput], problems: [Problem]) {
    var inputs: [LinkInput] = []
    var problems: [Problem] = []
    entry.eachFile { origin, file in
      do throws(InspectionError) {
        let file = try file.get()
        if let input = try LinkInput(file, origin, { problems.append(Problem(origin, $0)) }) {
          inputs.append(input)
        }
      } catch {
        problems.append(Problem(origin, error))
      }
    }
    return (inputs, problems)
  }

  private init?(
    _ file: ELFFile, _ origin: Origin, _ problem: (InspectionError) -> Void
  ) throws(InspectionError) {
    let sections = try file.descriptorSections(problem: problem)
    descriptors = sections.flatMap {
      $0.descriptors(origin: origin, architecture: file.header.architecture, problem: problem)
    }
    if descriptors.isEmpty { return nil }
    definitions = try file.globalDefinitions()
    retains = sections.allSatisfy { $0.byteCount == 0 || $0.section?.isRetained != false }
  }
}
