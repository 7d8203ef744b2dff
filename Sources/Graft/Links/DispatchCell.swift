// SPDX-License-Identifier: Apache-2.0

/// Where the calls of one requirement find the head of their chain.
///
/// The code of `@Extensible` has the memory of one for each requirement. The first
/// subject's answer lies in the cell itself, those of others in a hash table. What is
/// published never changes its key: a reader that has seen a key may load the head at
/// any time later.
///
/// The memory is that of `graft_cell`, so that the loader can empty it.
@frozen
public struct _DispatchCell: Sendable {
  // Threads share these: they are read and written by the cell's address.
  private let key: UInt = 0
  private let head: UInt = 0
  private let table: UInt = 0
  /// The loader's.
  let next: UInt = 0

  /// What the registry combines the keys of classes with.
  @usableFromInline let classTag: UInt

  /// - Parameter classTag: what calls combine the keys of classes with; 0 where the
  ///   key is that of a type.
  init(classTag: UInt = 0) {
    self.classTag = classTag
  }

  /// A cell as generated code declares it.
  public typealias Words = (UInt, UInt, UInt, UInt, UInt)

  /// One of the cells of a protocol, which are the words of one global variable, five for
  /// each: the last of them is the class tag, the others are 0 at first.
  ///
  /// In a section that its declaration names, such a variable is data that the code of
  /// any module refers to by its symbol. A cell itself would be reached through a
  /// function of the module that has it.
  @inlinable
  @inline(__always)
  public static func at(
    _ memory: UnsafeMutableRawPointer, _ number: Int
  ) -> UnsafePointer<_DispatchCell> {
    // The variable's words are laid out as cells are: five words each.
    UnsafePointer(memory.assumingMemoryBound(to: _DispatchCell.self) + number)
  }

  /// The word behind all cells of a protocol.
  static func wordBehind(
    _ memory: UnsafeMutableRawPointer, _ count: Int
  ) -> SharedWord {
    SharedWord(memory, offset: count * MemoryLayout<_DispatchCell>.stride)
  }
}

extension UnsafePointer<_DispatchCell> {
  @inlinable
  @inline(__always)
  var key: SharedWord { SharedWord(self, offset: 0) }
  @inlinable
  @inline(__always)
  var head: SharedWord { SharedWord(self, offset: 8) }
  @inlinable
  @inline(__always)
  var table: SharedWord { SharedWord(self, offset: 16) }

  /// The address of the link to call, or nil if it has to be searched for.
  ///
  /// Takes no lock, and neither retains nor writes. All of it is in line, so that a
  /// call that finds its link saves no registers for calls of others.
  @inlinable
  @inline(__always)
  public func head(for key: UInt) -> UInt? {
    // "call key", "call head", "call table".
    if _fastPath(self.key.acquire() == key) {
      return head.acquire()
    }
    return DispatchTable(bits: table.acquire())?.head(for: key)
  }

  /// The address of the link to call for a value of any kind, or nil if it has to be searched
  /// for. In the witness of a conforming type, which all this becomes part of, the compiler
  /// knows whether that is a class. Where it does not, the static type is compared first:
  /// the key of a class is tagged and never equal to one.
  ///
  /// - Parameter classTag: that of the cell. As a constant in the code it also keeps
  ///   the compiler from merging the code of two protocols, which would cost each
  ///   call the instructions that pass their differences.
  @inlinable
  @inline(__always)
  public func head<Subject>(of subject: Subject, classTag: UInt) -> UInt? {
    if _DispatchKey.mayOrMayNotBeClass(Subject.self),
      _fastPath(key.acquire() == _DispatchKey.ofType(Subject.self))
    {
      return head.acquire()
    }
    if let head = head(for: _DispatchKey.of(subject, classTag: classTag)) { return head }
    // Never true.
    if _DispatchKey.isName(of: Subject.self) { return self.head.acquire() }
    return nil
  }

  /// What is published for a key, wherever in the table it came to lie.
  @inline(never)
  public func search(for key: UInt) -> UInt? {
    head(for: key) ?? DispatchTable(bits: table.acquire())?.search(for: key)
  }
}

/// The place of a cell, for the registry to publish in.
struct CellAddress: Hashable, TableKey, @unchecked Sendable {
  let cell: UnsafePointer<_DispatchCell>

  var place: UInt { Self.place(of: UInt(bitPattern: cell)) }

  init(_ cell: UnsafePointer<_DispatchCell>) {
    self.cell = cell
  }
}
