// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

extension Finding {
  /// The findings among files that one program would load.
  ///
  /// Call it separately for linked files and for objects: a program and the
  /// objects it was linked from hold the same extensions.
  ///
  /// - Parameter entries: the files whose types tell apart protocols of one
  ///   name. They are read only if the names alone make a conflict.
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

  /// Conflicts: extensions of one protocol with the same constraints and priority.
  ///
  /// Extensions with predicates never conflict here, since predicates can't be
  /// compared.
  private static func conflicts(
    among descriptors: [LocatedDescriptor], _ entries: [ScanEntry]
  ) -> [Finding] {
    var files: ResolvedFiles?
    let program = ProgramFiles(entries)
    return NamedProtocol.all(of: descriptors).flatMap { named in
      named.implementations.flatMap { requirement, members in
        let alike = Dictionary(
          grouping: members.sorted().map { named.extensions[$0] }.filter {
            !$0.descriptor.hasPredicate
          },
          by: { SamePlace($0.descriptor, of: program.plugin(of: $0)) })
        return alike.values.filter { $0.count > 1 }.flatMap { rivals in
          if files == nil { files = ResolvedFiles(entries, descriptors) { _ in } }
          return ofOneProtocol(rivals, files)
        }
        .sorted { $0[0].comesBefore($1[0]) }
        .map { conflict($0, "\(named.unqualifiedName).\(requirement)") }
      }
    }
  }

  private struct SamePlace: Hashable {
    let priority: Int32
    let constraints: Set<String>
    let plugin: String?

    init(_ descriptor: ExtensionDescriptor, of plugin: String?) {
      (priority, self.plugin) = (descriptor.priority, plugin)
      constraints = Set(descriptor.constraints)
    }
  }

  /// Drops rivals that extend another protocol of the same name.
  ///
  /// Two modules can use one name; the classes of the extensions tell which protocol
  /// is meant.
  private static func ofOneProtocol(
    _ rivals: [LocatedDescriptor], _ files: ResolvedFiles?
  ) -> [[LocatedDescriptor]] {
    let names = rivals.map { files?.protocolNames(of: $0) ?? [] }
    guard names.allSatisfy({ $0.count == 1 }) else { return [rivals] }
    return Dictionary(grouping: rivals.indices) { names[$0] }.values
      .filter { $0.count > 1 }.map { $0.map { rivals[$0] } }
  }

  private static func twice(
    _ repeated: LocatedDescriptor, of kept: LocatedDescriptor
  ) -> Finding {
    Finding(
      .extensionTwice, repeated.origin,
      "\(repeated.shortLabel) is in \(kept.origin.display) too", offset: repeated.offset,
      source: repeated.descriptor.source)
  }

  private static func conflict(_ all: [LocatedDescriptor], _ requirement: String) -> Finding {
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
      protocols.count < 2 ? "" : ", if \(protocols.joined(separator: " and ")) are one protocol"
    return Finding(
      .extensionConflict, first.origin,
      "by name, \(list) answers \(requirement.abbreviated(to: shortest)) first\(condition)",
      offset: first.offset, source: first.descriptor.source)
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
