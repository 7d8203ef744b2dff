// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

extension Finding {
  /// The findings among files that one program would load.
  ///
  /// Call it separately for linked files and for objects: a program and the
  /// objects it was linked from hold the same extensions.
  ///
  /// - Parameter entries: the files whose types may have conflicts, and tell apart protocols of
  ///   one name; libraries that they need are read too.
  public static func among(
    _ descriptors: [LocatedDescriptor], typesIn entries: [ScanEntry] = []
  ) -> [Finding] {
    // No program loads files for two architectures.
    let architectures = Dictionary(grouping: descriptors, by: \.architecture)
    return architectures.sorted { $0.key < $1.key }.flatMap { _, descriptors in
      let distinct = DuplicateExtensions(descriptors)
      return distinct.repeated.map(twice) + conflicts(among: distinct.kept, entries)
    }
  }

  /// Conflicts: of the types in the files, and of extensions of one protocol with the same
  /// constraints and priority, whatever types there are.
  ///
  /// Extensions with predicates never conflict here, since predicates can't be
  /// compared.
  private static func conflicts(
    among descriptors: [LocatedDescriptor], _ entries: [ScanEntry]
  ) -> [Finding] {
    guard descriptors.contains(where: { $0.descriptor.kind == .extension }) else { return [] }
    let needed = NeededLibraries(of: entries).entries
    let files = ResolvedFiles(
      entries + needed, descriptors + needed.flatMap { FoundDescriptors($0).descriptors }
    ) { _ in }
    let found = SubjectConflict.all(in: files)
    let byRequirement = Dictionary(grouping: found, by: \.requirement.untyped)
    let program = ProgramFiles(entries)
    let byName = NamedProtocol.all(of: descriptors).flatMap { named in
      var places = Places(named.extensions, program)
      return named.implementations.flatMap { requirement, members in
        let told = byRequirement[requirement.untyped] ?? []
        return places.rivals(among: members, files)
          .filter { rivals in !told.contains { $0.covers(rivals) } }
          .sorted { $0[0].comesBefore($1[0]) }
          .map { conflict($0, "\(named.unqualifiedName).\(requirement)", by: "by name, ") }
      }
    }
    return found.map { one in
      conflict(
        one.parties, "\(one.protocolName).\(one.requirement)", of: one.subjects.sorted())
    } + byName
  }

  private static func twice(
    _ repeated: LocatedDescriptor, of kept: LocatedDescriptor
  ) -> Finding {
    Finding(
      .extensionTwice, repeated.origin,
      "\(repeated.shortLabel) is in \(kept.origin.display) too", offset: repeated.offset,
      source: repeated.descriptor.source)
  }

  /// - Parameters:
  ///   - reason: the start of the text.
  ///   - subjects: the types that have the conflict; empty if none is known.
  private static func conflict(
    _ all: [LocatedDescriptor], _ requirement: String, by reason: String = "",
    of subjects: [String] = []
  ) -> Finding {
    let first = all[0]
    let others = ExtensionOrder.Others(all.dropFirst())
    var names = others.named.map { "\($0.shortLabel) (\($0.place))" }
    let rest = others.count - names.count
    if rest > 0 { names.append(rest.counted("other")) }
    let isPair = names.count == 1
    let list =
      "\(isPair ? "neither" : "none of") \(first.shortLabel)"
      + names.dropLast().map { ", \($0)" }.joined() + (isPair ? " nor " : " and ")
      + (names.last ?? "")
    let spellings = Set(all.map(\.descriptor.protocolName)).sorted {
      ($0.utf8.count, $0) < ($1.utf8.count, $1)
    }
    let protocols = spellings.prefix(ExtensionOrder.Others.namedLimit).map {
      $0.abbreviated(to: shortest)
    }
    let condition =
      protocols.count < 2 || !subjects.isEmpty
      ? "" : ", if \(protocols.joined(separator: " and ")) are one protocol"
    var types = subjects.prefix(ExtensionOrder.Others.namedLimit).map {
      $0.abbreviated(to: shortest)
    }
    let unnamed = subjects.count - types.count
    if unnamed > 0 { types.append(unnamed.counted("other")) }
    let owners = types.isEmpty ? "" : " for \(types.joined(separator: ", "))"
    let name = requirement.abbreviated(to: shortest)
    return Finding(
      .extensionConflict, first.origin,
      "\(reason)\(list) answers \(name) first\(owners)\(condition)",
      offset: first.offset, source: first.descriptor.source)
  }

  fileprivate static let shortest = 256
}

/// The order of a protocol's extensions by their records, as far as it is the same for several.
private struct Places {
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
  mutating func rivals(
    among members: Set<Int>, _ files: ResolvedFiles
  ) -> [[LocatedDescriptor]] {
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

/// A conflict that types in the files have.
private struct SubjectConflict {
  let protocolName: String
  let requirement: RequirementName
  let parties: [LocatedDescriptor]
  var subjects: [String]

  private struct Key: Hashable {
    let protocolName: String
    let requirement: RequirementName
    let parties: [LocatedDescriptor]
  }

  /// The conflicts in the order of protocols, types and requirements.
  static func all(in files: ResolvedFiles) -> [SubjectConflict] {
    var found: [SubjectConflict] = []
    var numbers: [Key: Int] = [:]
    files.eachAnswer { answer in
      guard answer.outcome != .depends else { return }
      for parties in answer.conflicts {
        let key = Key(
          protocolName: answer.protocolName, requirement: answer.requirement, parties: parties)
        if let number = numbers[key] {
          found[number].subjects.append(answer.subject)
        } else {
          numbers[key] = found.count
          found.append(
            SubjectConflict(
              protocolName: answer.protocolName, requirement: answer.requirement,
              parties: parties, subjects: [answer.subject]))
        }
      }
    }
    return found
  }

  /// Whether it tells of the conflict of these extensions too.
  func covers(_ rivals: [LocatedDescriptor]) -> Bool { rivals.allSatisfy(parties.contains) }
}

extension LocatedDescriptor {
  /// A label short enough for a message about several extensions; the name
  /// itself can be as long as a file.
  var shortLabel: String { descriptor.label.abbreviated(to: Finding.shortest) }

  fileprivate func comesBefore(_ other: LocatedDescriptor) -> Bool {
    (origin.display, offset) < (other.origin.display, other.offset)
  }

  /// The source location and the file.
  fileprivate var place: String {
    let source = descriptor.source.abbreviated(to: Finding.shortest)
    return source.isEmpty ? origin.shortDisplay : "\(source), \(origin.shortDisplay)"
  }
}
