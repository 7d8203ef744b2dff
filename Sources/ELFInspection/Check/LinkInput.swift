// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// An object that a product was linked from.
public struct LinkInput: Sendable {
  /// The object's descriptors.
  public var descriptors: [LocatedDescriptor]
  /// The object's manifests: one, if it is of a plug-in.
  public var manifests: [LocatedManifest]
  /// The names that the object defines.
  ///
  /// They tell whether a product contains the object.
  public var definitions: Set<String>
  /// Whether all its descriptor sections have the retain flag.
  public var retains: Bool
  /// The architecture, as a target triple spells it.
  public var architecture: String

  fileprivate init?(
    _ file: ELFFile, _ origin: Origin, _ problem: (InspectionError) -> Void
  ) throws(InspectionError) {
    architecture = file.header.architecture
    let sections = try file.descriptorSections(problem: problem)
    (descriptors, manifests) = ([], [])
    for section in sections {
      descriptors += section.descriptors(
        origin: origin, architecture: architecture, problem: problem)
      manifests += section.manifests(origin: origin, architecture: architecture)
    }
    if descriptors.isEmpty, manifests.isEmpty { return nil }
    let names = try file.definedNames()
    // Some objects define no global name.
    definitions = names.global.isEmpty ? names.local : names.global
    retains = sections.allSatisfy { $0.byteCount == 0 || $0.section?.isRetained != false }
  }
}

/// The objects with descriptors or a manifest in one input of a link.
public struct FoundInputs: Sendable {
  /// The objects that have descriptors or a manifest.
  public var inputs: [LinkInput] = []
  /// Parts that could not be read.
  ///
  /// An object of intermediate code is an error, a shared library with descriptors a
  /// note.
  public var problems = ProblemList()

  /// Reads an object or an archive.
  public init(_ entry: ScanEntry) {
    // A file named like an object is an error if it isn't one, even in a
    // folder.
    let isNamed = [".o", ".a"].contains { entry.path.bytes.suffix(2).elementsEqual($0.utf8) }
    let entry = isNamed && entry.kind == .met ? ScanEntry(entry.path) : entry
    entry.eachFile { origin, file in
      do throws(InspectionError) {
        try add(try file.get(), origin)
      } catch {
        problems.append(Problem(origin, error))
      }
    }
  }

  private mutating func add(_ file: ELFFile, _ origin: Origin) throws(InspectionError) {
    guard let input = try LinkInput(file, origin, { problems.append(Problem(origin, $0)) })
    else { return }
    if file.header.isLinked {
      problems.append(Problem(origin, .keptApart(input.descriptors.count + input.manifests.count)))
    } else {
      inputs.append(input)
    }
  }
}

extension InspectionError {
  fileprivate static func keptApart(_ count: Int) -> InspectionError {
    InspectionError(
      .keptApart,
      "a linked file, which is an image of its own and keeps its"
        + (count == 1 ? " record" : " \(count) records"))
  }
}

extension FoundInputs: Weighed {
  public var byteCount: Int {
    inputs.reduce(0) { sum, input in
      sum + input.descriptors.estimatedByteCount
        + input.definitions.count * 4 * MemoryLayout<String>.stride
    }
  }
}
