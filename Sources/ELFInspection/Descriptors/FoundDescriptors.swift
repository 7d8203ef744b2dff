// SPDX-License-Identifier: Apache-2.0

/// The descriptors of a file and, of an archive, its members.
public struct FoundDescriptors: Sendable {
  /// In the order of the files, sections and records.
  public var descriptors: [LocatedDescriptor] = []
  /// What can't be read; the rest is there all the same.
  public var problems: [Problem] = []

  /// - Parameter selects: whether files for an architecture are wanted.
  public init(_ entry: ScanEntry, selects: (String) -> Bool = { _ in true }) {
    entry.eachFile { origin, file in
      do throws(InspectionError) {
        let file = try file.get()
        guard selects(file.header.architecture) else { return }
        try add(file, origin)
      } catch {
        problems.append(Problem(origin, error))
      }
    }
  }

  private mutating func add(_ file: ELFFile, _ origin: Origin) throws(InspectionError) {
    let sections = try file.descriptorSections { problems.append(Problem(origin, $0)) }
    for section in sections {
      descriptors += section.descriptors(origin: origin, architecture: file.header.architecture) {
        problems.append(Problem(origin, $0))
      }
    }
  }
}
