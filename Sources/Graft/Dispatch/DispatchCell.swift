// SPDX-License-Identifier: Apache-2.0

extension GeneratedCode {
  /// Where the calls of one requirement find the head of their chain.
  ///
  /// The code of `@Extensible` has the memory of one for each requirement. The first
  /// subject's answer lies in the cell itself, those of others in a hash table. What is
  /// published never changes its key: a reader that has seen a key may load the head at
  /// any time later.
  ///
  /// The memory is that of `graft_cell`, so that the loader can empty it.
  @frozen
  public struct DispatchCell: Sendable {
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
    ) -> UnsafePointer<DispatchCell> {
      // The variable's words are laid out as cells are: five words each.
      UnsafePointer(memory.assumingMemoryBound(to: DispatchCell.self) + number)
    }

    /// The word behind all cells of a protocol.
    static func wordBehind(
      _ memory: UnsafeMutableRawPointer, _ count: Int
    ) -> SharedWord {
      SharedWord(memory, offset: count * MemoryLayout<DispatchCell>.stride)
    }
  }
}

extension UnsafePointer<GeneratedCode.DispatchCell> {
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
    if GeneratedCode.DispatchKey.mayOrMayNotBeClass(Subject.self),
      _fastPath(key.acquire() == GeneratedCode.DispatchKey.ofType(Subject.self))
    {
      return head.acquire()
    }
    if let head = head(for: GeneratedCode.DispatchKey.of(subject, classTag: classTag)) {
      return head
    }
    // Never true.
    if GeneratedCode.DispatchKey.isName(of: Subject.self) { return self.head.acquire() }
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
  let cell: UnsafePointer<GeneratedCode.DispatchCell>

  var hash: UInt { Self.hash(of: UInt(bitPattern: cell)) }

  init(_ cell: UnsafePointer<GeneratedCode.DispatchCell>) {
    self.cell = cell
  }
}

extension GeneratedCode {
  /// By which type a call is dispatched: an object's class, else the static type.
  ///
  /// The keys are addresses of type metadata, which is what metatype values are
  /// (swift/docs/ABI/TypeMetadata.rst); where the dynamic type decides, those of
  /// classes are combined with a tag, an odd number. So the static type of an object
  /// is never taken for the key of its class, and can be compared first. Only the code
  /// of `@Extensible` uses keys.
  public enum DispatchKey {
    /// The key of a type.
    @inlinable
    @inline(__always)
    public static func ofType<Subject: ~Copyable>(_ type: Subject.Type) -> UInt {
      unsafeBitCast(type, to: UInt.self)
    }

    /// The key of a type that is a value.
    static func ofErased(_ type: Any.Type) -> UInt {
      unsafeBitCast(type, to: UInt.self)
    }

    /// The key of a value: of an object's class, else of the static type.
    @inlinable
    @inline(__always)
    public static func of<Subject>(_ subject: Subject, classTag: UInt) -> UInt {
      switch _canBeClass(Subject.self) {
      case 0: ofType(Subject.self)
      case 1: ofReference(subject, classTag: classTag)
      default:
        isClass(ofType(Subject.self))
          ? ofReference(subject, classTag: classTag) : ofType(Subject.self)
      }
    }

    /// Whether the compiler does not know it, because the code is generic.
    @inlinable
    @inline(__always)
    static func mayOrMayNotBeClass<Subject>(_ type: Subject.Type) -> Bool {
      _canBeClass(type) == 2
    }

    /// Compares the type with a constant that is made of its name, and is never equal to it: no
    /// address of metadata is odd.
    ///
    /// The optimiser does not know that. Without this it merges the witnesses of types of one size,
    /// and each call takes 23 instructions instead of 15, since it jumps to the merged code
    /// (`benchmarks instructions`). A half of a word is enough: types whose names agree in it are
    /// merged, which is all that it costs them.
    @inlinable
    @inline(__always)
    static func isName<Subject>(of type: Subject.Type) -> Bool {
      guard _isConcrete(type) else { return false }
      // `String` is frozen, and two words long (Swift's ABI, "Type Layout"). What the words mean does
      // not matter here.
      let words = unsafeBitCast(_typeName(type, qualified: true), to: (UInt, UInt).self)
      // A short name lies in both words; of a long one the second is its address.
      let name = (words.0 ^ words.0 >> 32) &+ words.1 | 1
      return UInt32(truncatingIfNeeded: ofType(type)) == UInt32(truncatingIfNeeded: name)
    }

    /// Whether a type of this key is a class. Metadata begins with its kind, which is
    /// 0 for them.
    @inlinable
    @inline(__always)
    static func isClass(_ type: UInt) -> Bool {
      UnsafePointer<UInt>(bitPattern: type).unsafelyUnwrapped.pointee == 0
    }

    /// The key of an object, by a value whose type is known to be a class. This cast
    /// looks at a reference where it is: optimised, it neither copies nor retains. A native
    /// object begins with its class (swift/shims/HeapObject.h), on Linux without masks.
    @inlinable
    @inline(__always)
    static func ofReference<Subject>(_ subject: Subject, classTag: UInt) -> UInt {
      unsafeBitCast(subject, to: UnsafePointer<UInt>.self).pointee ^ classTag
    }
  }
}
