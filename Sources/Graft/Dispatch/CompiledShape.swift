// SPDX-License-Identifier: Apache-2.0

extension GeneratedCode {
  /// A protocol's requirements, as they are compiled into a module that uses it.
  public final class CompiledShape: Sendable {
    /// The hash of the requirements.
    public let hash: UInt64
    /// The text of a `CompiledProtocol`; static, so that readers of files find it.
    public let text: StaticString
    /// The number of requirements of a protocol that grows, as the size of a type: the compiled
    /// number, or with library evolution that of the process; 0 for other protocols.
    let count: Int
    /// Returns the layouts of the types in the requirements, as the module was compiled with them.
    let layouts: @Sendable () -> [Layout?]

    /// Creates the shape of a protocol that does not grow and names no layouts; the hash and the
    /// text must be of one protocol.
    public convenience init(_ hash: UInt64, _ text: StaticString) {
      self.init(hash, text, count: 0) { [] }
    }

    /// Creates a shape; the hash and the text must be of one protocol.
    public init(
      _ hash: UInt64, _ text: StaticString, count: Int,
      layouts: @escaping @Sendable () -> [Layout?]
    ) {
      (self.hash, self.text, self.count, self.layouts) = (hash, text, count, layouts)
    }
  }

  /// A type's layout, as a module was compiled with it.
  ///
  /// The compiler of a library replaces the numbers of `MemoryLayout` by constants before it hands a
  /// function on to other modules. Offsets of fields stay in it: whoever compiles the function has
  /// them as constants, or asks the process if the library has library evolution.
  @frozen
  public struct Layout: Sendable {
    /// The type; a value that only names it if it is noncopyable.
    let type: Any.Type
    /// The size, in bytes.
    public let size: Int
    /// The alignment, in bytes.
    let alignment: Int

    @usableFromInline
    init(erased type: Any.Type, size: Int, alignment: Int) {
      (self.type, self.size, self.alignment) = (type, size, alignment)
    }

    /// The layout that the calling module knows.
    @_transparent
    @_alwaysEmitIntoClient
    public static func of<Value: ~Copyable>(_ type: Value.Type) -> Layout {
      // Nobody reads there.
      let before = UnsafeMutablePointer<Followed<Value>>(bitPattern: 4096).unsafelyUnwrapped
      let between = UnsafeMutablePointer<Surrounded<Value>>(bitPattern: 4096).unsafelyUnwrapped
      let size = address(&before.pointee.byte) - 4096
      return Layout(
        erased: ExtensibleProtocol.erased(type), size: size,
        alignment: address(&between.pointee.second) - 4096 - size)
    }

    /// No layout: a value that can't escape is in no memory of others.
    @_disfavoredOverload
    @_alwaysEmitIntoClient
    public static func of<Value: ~Copyable & ~Escapable>(_ type: Value.Type) -> Layout? { nil }

    @_transparent
    @_alwaysEmitIntoClient
    static func address<Field: ~Copyable>(_ pointer: UnsafeMutablePointer<Field>) -> Int {
      Int(bitPattern: pointer)
    }
  }

  /// A value with a byte behind it: the byte's offset is the value's size.
  @frozen
  @usableFromInline
  struct Followed<Value: ~Copyable>: ~Copyable {
    @usableFromInline let value: Value
    @usableFromInline var byte: UInt8
  }

  /// A value between two bytes: the second byte's offset is the value's alignment and its size.
  ///
  /// The value itself is not asked for: if it has no size, the compiler gives it no offset.
  @frozen
  @usableFromInline
  struct Surrounded<Value: ~Copyable>: ~Copyable {
    @usableFromInline let first: UInt8
    @usableFromInline let value: Value
    @usableFromInline var second: UInt8
  }
}
