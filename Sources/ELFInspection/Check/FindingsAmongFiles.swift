// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

extension Finding {
  /// What the rules find among files that a program would load together.
  ///
  /// Call it for linked files and for objects apart: a program and the objects
  /// that it was linked from hold the same extensions.
  ///
  /// - Parameter problem: called for what is too large to be ordered.
  public static func among(
    _ descriptors: [LocatedDescriptor], problem: (Problem) -> Void
  ) -> [Finding] {
    // No program loads files for two architectures.
    let architectures = Dictionary(grouping: descriptors, by: \.architecture)
    return architectures.sorted { $0.key < $1.key }.flatMap { _, descriptors in
      let distinct = DuplicateExtensions(descriptors)
      let chains = NamedChain.all(of: distinct.kept, problem: problem)
      return distinct.repeated.map(twice)
        + chains.flatMap { chain in chain.conflicts.map { conflict($0, chain) } }
    }
  }

  private static func twice(
    _ repeated: LocatedDescriptor, of kept: LocatedDescriptor
  ) -> Finding {
    Finding(
      .extensionTwice, repeated.origin,
      "\(repeated.shortLabel) is in \(kept.origin.display) too", offset: repeated.offset,
      source: repeated.descriptor.source)
  }

  private static func conflict(
    _ conflict: NamedChain.Conflict, _ chain: NamedChain
  ) -> Finding {
    let first = conflict.first
    var names = conflict.others.named.map { "\($0.shortLabel) (\($0.place))" }
    let rest = conflict.others.count - names.count
    if rest > 0 { names.append(rest == 1 ? "1 other" : "\(rest) others") }
    let isPair = names.count == 1
    let all =
      "\(isPair ? "neither" : "none of") \(first.shortLabel)"
      + names.dropLast().map { ", \($0)" }.joined() + (isPair ? " nor " : " and ")
      + (names.last ?? "")
    let protocols = conflict.protocolNames.map { $0.abbreviated(to: shortest) }
    let condition =
      protocols.isEmpty ? "" : ", if \(protocols.joined(separator: " and ")) are one protocol"
    let requirement = "\(chain.protocolName).\(chain.requirement)".abbreviated(to: shortest)
    return Finding(
      .extensionConflict, first.origin, "by name, \(all) answers \(requirement) first\(condition)",
      offset: first.offset, source: first.descriptor.source)
  }

  fileprivate static let shortest = 256
}

extension LocatedDescriptor {
  /// Where one extension is named beside another: a name can be as long as a file.
  var shortLabel: String { descriptor.label.abbreviated(to: Finding.shortest) }

  /// Source and file.
  fileprivate var place: String {
    let source = descriptor.source.abbreviated(to: Finding.shortest)
    return source.isEmpty ? origin.shortDisplay : "\(source), \(origin.shortDisplay)"
  }
}
