// SPDX-License-Identifier: Apache-2.0

/// What ranks an extension among the others that apply to a subject: the running program
/// knows constraints by their metadata, a reader of files by metadata in them, or by name.
package protocol ExtensionRank {
  /// The higher comes first.
  var priority: Int32 { get }
  /// Whether one of its constraints is a protocol that refines the extended one.
  var isRefined: Bool { get }

  /// Whether every constraint of another extension follows from those of this one, for a
  /// subject that meets both.
  ///
  /// - Parameters:
  ///   - other: what is to follow from this one.
  ///   - byDetermining: also what follows from knowing which type something is.
  func implies(_ other: Self, byDetermining: Bool) -> Bool
}

/// By which rule an extension comes before another.
public enum RankingRule: String, Hashable, Sendable {
  /// Its priority is higher.
  case priority
  /// A constraint of it refines the extended protocol.
  case refined
  /// Its constraints imply those of the other.
  case specific
}

extension ExtensionRank {
  /// The rule by which this extension comes before another, or nil if it does not.
  ///
  /// Priority and refinement are total preorders and specificity is a partial
  /// order, so the whole is transitive.
  @inlinable
  package func precedes(_ other: Self) -> RankingRule? {
    if priority != other.priority { return priority > other.priority ? .priority : nil }
    if isRefined != other.isRefined { return isRefined ? .refined : nil }
    let isImplying = implies(other, byDetermining: true)
    let isImplied = other.implies(self, byDetermining: true)
    if isImplying != isImplied { return isImplying ? .specific : nil }
    // Where one says more than it has to, it still says more.
    return isImplying && implies(other, byDetermining: false)
      && !other.implies(self, byDetermining: false) ? .specific : nil
  }
}
