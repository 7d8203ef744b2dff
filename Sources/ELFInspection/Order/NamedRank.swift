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
  /// The constraints as they read; ranks are compared in pairs, so each is read once.
  private let read: [(text: String, constraint: ConstraintText?)]
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
    read = constraints.map { ($0, ConstraintText($0)) }
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
    return other.read.allSatisfy { wanted in
      if constraints.contains(wanted.text) { return true }
      guard byDetermining, let wanted = wanted.constraint else { return false }
      return read.contains { own in
        own.constraint.map { $0.isConcrete && $0.determines(wanted) } ?? false
      }
    }
  }
}

extension NamedRank {
  init(_ located: LocatedDescriptor, in files: ProgramFiles) {
    self.init(located.descriptor, of: files.plugin(of: located))
  }
}
