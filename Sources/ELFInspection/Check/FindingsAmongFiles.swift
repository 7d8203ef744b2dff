// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

extension Finding {
  /// The findings among files that one program would load.
  ///
  /// Call it separately for linked files and for objects: a program and the
  /// objects it was linked from hold the same extensions.
  ///
  /// - Parameters:
  ///   - entries: the files by architecture whose types may have conflicts, and tell apart protocols
  ///     of one name; libraries that they need are read too.
  ///   - isSelected: tells whether findings about an extension are wanted.
  public static func among(
    _ descriptors: [LocatedDescriptor], typesIn entries: [String: [ScanEntry]] = [:],
    where isSelected: (LocatedDescriptor) -> Bool = { _ in true }
  ) -> [Finding] {
    // No program loads files for two architectures.
    let architectures = Dictionary(grouping: descriptors, by: \.architecture)
    return architectures.sorted { $0.key < $1.key }.flatMap { architecture, descriptors in
      let distinct = DuplicateExtensions(descriptors)
      return distinct.repeated.filter { isSelected($0.0) }.map(twice)
        + conflicts(among: distinct.kept, entries[architecture] ?? [], where: isSelected)
    }
  }

  /// Conflicts: of the types in the files, and of extensions of one protocol with the same
  /// constraints and priority, whatever types there are.
  ///
  /// Extensions with predicates never conflict here, since predicates can't be
  /// compared.
  private static func conflicts(
    among descriptors: [LocatedDescriptor], _ entries: [ScanEntry],
    where isSelected: (LocatedDescriptor) -> Bool
  ) -> [Finding] {
    let extensions = descriptors.filter { $0.descriptor.kind == .extension }
    guard extensions.contains(where: isSelected) else { return [] }
    let needed = NeededLibraries(of: entries).entries
    let files = ResolvedFiles(
      entries + needed, descriptors + needed.flatMap { FoundDescriptors($0).descriptors }
    ) { _ in }
    let found = SubjectConflict.all(in: files)
    let byRequirement = Dictionary(grouping: found, by: \.requirement.untyped)
    let program = ProgramFiles(entries + needed)
    let byName = NamedProtocol.all(of: descriptors).flatMap { named in
      var places = RecordPlaces(named.extensions, program)
      return named.implementations.flatMap { requirement, members in
        let told = byRequirement[requirement.untyped] ?? []
        return places.rivals(among: members, files)
          .filter { rivals in
            rivals.contains(where: isSelected) && !told.contains { $0.covers(rivals) }
          }
          .sorted { $0[0].comesBefore($1[0]) }
          .map { conflict($0, "\(named.unqualifiedName).\(requirement)", by: "by name, ") }
      }
    }
    return found.filter { $0.parties.contains(where: isSelected) }.map { one in
      conflict(one.parties, "\(one.protocolName).\(one.requirement)", of: one.subjects.sorted())
    } + byName
  }

  private static func twice(_ repeated: LocatedDescriptor, of kept: LocatedDescriptor) -> Finding {
    Finding(
      .extensionTwice, repeated.origin,
      "\(repeated.shortLabel) is in \(kept.origin.display) too", offset: repeated.offsetInFile,
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
      offset: first.offsetInFile, source: first.descriptor.source)
  }

  fileprivate static let shortest = 256
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
