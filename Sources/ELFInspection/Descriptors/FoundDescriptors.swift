// SPDX-License-Identifier: Apache-2.0

/// The descriptors of a file and, of an archive, its members.
public struct FoundDescriptors: Sendable {
  /// In the order of the files, sections and records.
  public var descriptors: [LocatedDescriptor] = []
  /// What can't be read; the rest is there all the same.
  public var problems = ProblemList()

  /// - Parameters:
  ///   - wantsSizes: whether to look for the code behind the accessors, too.
  ///   - selects: whether files for an architecture are wanted.
  public init(
    _ entry: ScanEntry, wantsSizes: Bool = false, selects: (String) -> Bool = { _ in true }
  ) {
    entry.eachFile { origin, file in
      do throws(InspectionError) {
        let file = try file.get()
        guard selects(file.header.architecture) else { return }
        let first = descriptors.count
        try add(file, origin, entry)
        if wantsSizes, first < descriptors.count { try measure(file, from: first) }
      } catch {
        problems.append(entry.problem(origin, error))
      }
    }
  }

  private mutating func measure(
    _ file: ELFFile, from first: Int
  ) throws(InspectionError) {
    let code = try AccessorCode(file)
    for index in first..<descriptors.count {
      guard let accessor = descriptors[index].accessor else { continue }
      descriptors[index].accessor?.codeByteCount = code.byteCount(behind: accessor)
    }
  }

  private mutating func add(
    _ file: ELFFile, _ origin: Origin, _ entry: ScanEntry
  ) throws(InspectionError) {
    let sections = try file.descriptorSections { problems.append(entry.problem(origin, $0)) }
    for section in sections {
      descriptors += section.descriptors(origin: origin, architecture: file.header.architecture) {
        problems.append(Problem(origin, $0))
      }
    }
  }
}

extension FoundDescriptors: Weighed {
  public var byteCount: Int { descriptors.estimatedByteCount }
}

extension [LocatedDescriptor] {
  /// With the text of the records, in strings of their own.
  var estimatedByteCount: Int {
    reduce(0) { $0 + MemoryLayout<LocatedDescriptor>.stride + 4 * $1.byteCount }
  }
}
