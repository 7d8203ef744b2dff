// SPDX-License-Identifier: Apache-2.0

extension GeneratedCode {
  /// The heads of one requirement's chains.
  ///
  /// Generated code has the memory of a cell for each requirement. The cell itself
  /// holds the first subject's head, and a hash table holds the others. A published
  /// key never moves, so that a reader that has seen a key may load the head later.
  ///
  /// The layout is that of `graft_cell`, so that the loader can empty it.
  @frozen
  public struct DispatchCell: Sendable {
    // Threads share these words, and access them by the cell's address.
    private let key: UInt = 0
    private let head: UInt = 0
    private let table: UInt = 0
    /// The next cell in the loader's list.
    let next: UInt = 0

    /// The tag that keys of classes are combined with; 0 if keys are types.
    @usableFromInline let classTag: UInt

    /// A cell as generated code declares it.
    public typealias Words = (UInt, UInt, UInt, UInt, UInt)

    /// A cell of a protocol.
    ///
    /// The cells are the words of one global variable: five each, the last of which is
    /// the class tag. The other words are 0 at first.
    ///
    /// Code in any module refers to the variable by its symbol. Otherwise it would have
    /// to call a function of the protocol's module.
    @inlinable
    @inline(__always)
    public static func at(
      _ memory: UnsafeMutableRawPointer, _ number: Int
    ) -> UnsafePointer<DispatchCell> {
      // Five words have the layout of a cell.
      UnsafePointer(memory.assumingMemoryBound(to: DispatchCell.self) + number)
    }

    /// The memory of a protocol's cells, for a function that gives it to other modules.
    @_alwaysEmitIntoClient
    public static func memory(_ memory: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
      memory
    }

    /// A number, in code that has to refer to the memory of cells too.
    @_alwaysEmitIntoClient
    @inline(__always)
    public static func number(_ number: Int, in memory: UnsafeMutableRawPointer) -> Int { number }

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

  /// The address of the link to call; nil if it has to be searched for.
  ///
  /// Lock-free and read-only. Inlined completely, so that the fast path spills no
  /// registers.
  @inlinable
  @inline(__always)
  public func head(for key: UInt) -> UInt? {
    // "call key", "call head", "call table".
    if _fastPath(self.key.acquire() == key) {
      return head.acquire()
    }
    return DispatchTable(bits: table.acquire())?.head(for: key)
  }

  /// The address of the link to call for a value of any kind; nil if it has to be
  /// searched for.
  ///
  /// If the compiler does not know whether the type is a class, the type is compared
  /// first: the key of a class is tagged and never equal to it.
  ///
  /// - Parameter classTag: the cell's tag. As a constant it keeps the compiler from
  ///   merging the code of two protocols, which would cost each call more
  ///   instructions.
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
    // This is never true.
    if GeneratedCode.DispatchKey.isName(of: Subject.self) { return self.head.acquire() }
    return nil
  }

  /// The published head of a key, anywhere in the table.
  @inline(never)
  public func search(for key: UInt) -> UInt? {
    head(for: key) ?? DispatchTable(bits: table.acquire())?.search(for: key)
  }
}

struct CellAddress: Hashable, TableKey, @unchecked Sendable {
  let cell: UnsafePointer<GeneratedCode.DispatchCell>

  var hash: UInt { Self.hash(of: UInt(bitPattern: cell)) }

  init(_ cell: UnsafePointer<GeneratedCode.DispatchCell>) {
    self.cell = cell
  }
}

extension GeneratedCode {
  /// The key of a call: an object's class, or else the static type.
  ///
  /// Keys are addresses of type metadata, which metatype values are
  /// (swift/docs/ABI/TypeMetadata.rst). If the dynamic type decides, those of classes are combined
  /// with a tag, an odd number. So the static type of an object differs from the key of its class,
  /// and can be compared first.
  public enum DispatchKey {
    /// The key of a type.
    @inlinable
    @inline(__always)
    public static func ofType<Subject: ~Copyable>(_ type: Subject.Type) -> UInt {
      unsafeBitCast(type, to: UInt.self)
    }

    /// The key of a type as a value.
    static func ofErased(_ type: Any.Type) -> UInt {
      unsafeBitCast(type, to: UInt.self)
    }

    /// The key of a value.
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

    /// Whether the compiler does not know if the type is a class, since the code is
    /// generic.
    @inlinable
    @inline(__always)
    static func mayOrMayNotBeClass<Subject>(_ type: Subject.Type) -> Bool {
      _canBeClass(type) == 2
    }

    /// Compares the type with an odd constant made of its name, which is never equal to it.
    ///
    /// The optimiser does not know that, and so does not merge the witnesses of types of one size:
    /// a call of merged code takes 23 instructions instead of 15 (`benchmarks instructions`). Half
    /// a word is enough.
    @inlinable
    @inline(__always)
    static func isName<Subject>(of type: Subject.Type) -> Bool {
      guard _isConcrete(type) else { return false }
      // `String` is frozen, and two words long (Swift's ABI, "Type Layout").
      let words = unsafeBitCast(_typeName(type, qualified: true), to: (UInt, UInt).self)
      // A short name lies in both words. The second word of a long one is its address.
      let name = (words.0 ^ words.0 >> 32) &+ words.1 | 1
      return UInt32(truncatingIfNeeded: ofType(type)) == UInt32(truncatingIfNeeded: name)
    }

    /// Whether a key's type is a class, by the first word as `TypeMetadata` reads it.
    @inlinable
    @inline(__always)
    static func isClass(_ type: UInt) -> Bool {
      let kind = UnsafePointer<UInt>(bitPattern: type).unsafelyUnwrapped.pointee
      #if canImport(Darwin)
        return kind > 0x7ff
      #else
        return kind == 0
      #endif
    }

    /// The key of a value whose type is a class.
    ///
    /// Optimised, this cast neither copies nor retains. A native object begins with its
    /// class (swift/shims/HeapObject.h), on Linux without masks. Objects of Objective-C can have
    /// more than that in the word, which is then no key: each of their calls asks the registry.
    @inlinable
    @inline(__always)
    static func ofReference<Subject>(_ subject: Subject, classTag: UInt) -> UInt {
      unsafeBitCast(subject, to: UnsafePointer<UInt>.self).pointee ^ classTag
    }
  }
}
