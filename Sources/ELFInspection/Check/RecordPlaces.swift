// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// The order of a protocol's extensions by their records, as far as it is the same for several.
struct RecordPlaces {
  private let extensions: [LocatedDescriptor]
  /// The place of each extension; nil for one with a predicate.
  private let places: [Int?]
  private var meanings: [Int: [ResolvedFiles.Meaning]] = [:]

  private struct Place: Hashable {
    let priority: Int32
    let constraints: Set<String>
    let plugin: String?
  }

  init(_ extensions: [LocatedDescriptor], _ program: ProgramFiles) {
    self.extensions = extensions
    var numbers: [Place: Int] = [:]
    places = extensions.map { located in
      let descriptor = located.descriptor
      if descriptor.hasPredicate { return nil }
      let place = Place(
        priority: descriptor.priority, constraints: Set(descriptor.constraints),
        plugin: program.plugin(of: located))
      let number = numbers[place] ?? numbers.count
      numbers[place] = number
      return number
    }
  }

  /// The extensions of which none comes first, in groups.
  ///
  /// Names can't tell apart protocols of two modules; the classes of the extensions do.
  mutating func rivals(among members: Set<Int>, _ files: ResolvedFiles) -> [[LocatedDescriptor]] {
    guard members.count > 1 else { return [] }
    let alike = Dictionary(grouping: members.filter { places[$0] != nil }) { places[$0]! }
    var groups: [[Int]] = []
    for group in alike.values where group.count > 1 {
      let known = group.map { meanings(of: $0, files) }
      if known.allSatisfy({ $0.count == 1 }) {
        let apart = Dictionary(grouping: group.indices) { known[$0] }.values
        groups += apart.filter { $0.count > 1 }.map { $0.map { group[$0] } }
      } else {
        groups.append(group)
      }
    }
    return groups.map { $0.sorted().map { extensions[$0] } }
  }

  private mutating func meanings(
    of number: Int, _ files: ResolvedFiles
  ) -> [ResolvedFiles.Meaning] {
    if let known = meanings[number] { return known }
    let found = files.meanings(of: extensions[number])
    meanings[number] = found
    return found
  }
}
