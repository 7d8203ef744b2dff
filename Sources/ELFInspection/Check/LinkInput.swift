// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// An object that a product was linked from.
public struct LinkInput: Sendable {
  /// At least one.
  public var descriptors: [LocatedDescriptor]
  /// By which it can be told whether the object is in a product.
  public var definitions: Set<String>
  /// All its sections of descriptors have the retain flag.
  public var retains: Bool
  /// As a target triple names it.
  public var architecture: String

  fileprivate init?(
    _ file: ELFFile, _ origin: Origin, _ problem: (InspectionError) -> Void
  ) throws(InspectionError) {
    architecture = file.header.architecture
    let sections = try file.descriptorSections(problem: problem)
    var found: [LocatedDescriptor] = []
    for section in sections {
      found += section.descriptors(origin: origin, architecture: architecture, problem: problem)
    }
    if found.isEmpty { return nil }
    descriptors = found
    let names = try file.definedNames()
    // An object can define nothing that others refer to.
    definitions = names.global.isEmpty ? names.local : names.global
    retains = sections.allSatisfy { $0.byteCount == 0 || $0.section?.isRetained != false }
  }
}

/// What a file or archive gives to a link.
public struct FoundInputs: Sendable {
  /// The objects that have descriptors.
  public var inputs: [LinkInput] = []
  /// An object that the link itself compiles is one, and a shared library that has
  /// descriptors a note.
  public var problems = ProblemList()

  /// - Parameter entry: an object, or an archive.
  public init(_ entry: ScanEntry) {
    // A file that has the name of an object and is none is an error in a folder, too.
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
      problems.append(Problem(origin, .keptApart(input.descriptors.count)))
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
        + (count == 1 ? " descriptor" : " \(count) descriptors"))
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
