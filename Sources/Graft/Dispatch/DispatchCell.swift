// SPDX-License-Identifier: Apache-2.0

public import Synchronization

/// Where the calls of one requirement find the head of their chain.
///
/// The code of `@Extensible` holds one for each requirement, statically
/// initialised. The first subject's answer lies in the cell itself, those of
/// others in a hash table. What is published never changes its key: a reader that
/// has seen a key may load the head at any time later.
///
/// The memory is that of `graft_cell`, so that the loader can empty it.
@frozen
public struct DispatchCell: ~Copyable, Sendable {
  @usableFromInline let key = Atomic<UInt>(0)
  @usableFromInline let head = Atomic<UInt>(0)
  @usableFromInline let table = Atomic<UInt>(0)
  @usableFromInline let next = Atomic<UInt>(0)

  /// What the registry combines the keys of classes with.
  @usableFromInline let classTag: UInt

  /// - Parameter classTag: what calls combine the keys of classes with; 0 where the
  ///   key is that of a type.
  @inlinable
  public init(classTag: UInt = 0) {
    self.classTag = classTag
  }

  /// The address of the link to call, or nil if the registry has to be asked.
  ///
  /// Takes no lock, and neither retains nor writes. All of it is in line, so that a
  /// call that finds its link saves no registers for calls of others.
  @inlinable
  @inline(__always)
  public func head(for key: UInt) -> UInt? {
    if _fastPath(self.key.load(ordering: .acquiring) == key) {
      return head.load(ordering: .acquiring)
    }
    return DispatchTable(bits: table.load(ordering: .acquiring))?.head(for: key)
  }

  /// The same for a value of any kind. Its static type is compared first: the key
  /// of a class is tagged and never equal to one.
  ///
  /// - Parameter classTag: that of the cell. As a constant in the code it also keeps
  ///   the compiler from merging the defaults of two protocols, which would cost
  ///   each call the instructions that pass their differences.
  @inlinable
  @inline(__always)
  public func head<Subject>(of subject: Subject, classTag: UInt) -> UInt? {
    let found = key.load(ordering: .acquiring)
    var key = DispatchKey.ofType(Subject.self)
    if _fastPath(found == key) { return head.load(ordering: .acquiring) }
    if DispatchKey.isClass(key) {
      key = DispatchKey.ofReference(subject, classTag: classTag)
      if found == key { return head.load(ordering: .acquiring) }
    }
    return DispatchTable(bits: table.load(ordering: .acquiring))?.head(for: key)
  }

  /// Where the cell is. Stays valid: cells are global constants, and the type is
  /// not movable in memory while it is one.
  public var address: CellAddress {
    withUnsafePointer(to: self) { CellAddress(cell: $0) }
  }
}

/// The place of a cell, for the registry to publish in.
public struct CellAddress: Hashable, @unchecked Sendable {
  let cell: UnsafePointer<DispatchCell>
}
