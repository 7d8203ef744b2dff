// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// The rank of an extension by its record alone: priority, then a superset of
/// constraints.
///
/// Names can't tell whether a constraint refines or implies another.
struct NamedRank: ExtensionRank {
  let priority: Int32
  let protocolName: String
  let constraints: Set<String>
  let hasPredicate: Bool
  let plugin: String?
  var isRefined: Bool { false }

  /// - Parameter plugin: the name of the plug-in that brings it; nil for an extension of the
  ///   program.
  init(_ descriptor: ExtensionDescriptor, of plugin: String? = nil) {
    self.plugin = plugin
    priority = descriptor.priority
    protocolName = descriptor.protocolName
    constraints = Set(descriptor.constraints)
    hasPredicate = descriptor.hasPredicate
  }

  /// A predicate implies only itself.
  ///
  /// If the protocol's name is spelled differently, equal constraints may mean
  /// different types.
  func implies(_ other: NamedRank, byDetermining: Bool) -> Bool {
    if other.hasPredicate { return false }
    guard constraints != other.constraints || hasPredicate else {
      return protocolName == other.protocolName
    }
    let own = byDetermining ? constraints.compactMap(ConstraintText.init) : []
    return other.constraints.allSatisfy { wanted in
      if constraints.contains(wanted) { return true }
      guard let wanted = ConstraintText(wanted) else { return false }
      return own.contains { $0.isConcrete && $0.determines(wanted) }
    }
  }
}

extension NamedRank {
  init(_ located: LocatedDescriptor, in files: ProgramFiles) {
    self.init(located.descriptor, of: files.plugin(of: located))
  }
}
