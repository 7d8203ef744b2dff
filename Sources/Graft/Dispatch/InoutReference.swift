// SPDX-License-Identifier: Apache-2.0

extension GeneratedCode {
  /// The address of an `inout` argument, for closures of advice.
  ///
  /// It is valid during the call.
  @frozen
  @safe
  public struct InoutReference<Value: ~Copyable> {
    @usableFromInline let address: UnsafeMutablePointer<Value>

    /// Creates a reference.
    ///
    /// - Parameter address: the argument's address.
    @inlinable
    @inline(__always)
    public init(_ address: UnsafeMutablePointer<Value>) {
      unsafe self.address = address
    }

    /// Calls a closure with a reference to an argument.
    ///
    /// A type with a written argument opens no existential, which a generic function does.
    @inlinable
    @inline(__always)
    public static func with<Failure: Error, Result: ~Copyable>(
      to value: inout Value, _ body: (InoutReference<Value>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try unsafe withUnsafeMutablePointer(to: &value) { address throws(Failure) -> Result in
        try body(unsafe InoutReference(address))
      }
    }

    /// The argument.
    public var pointee: Value {
      @inlinable @inline(__always) unsafeAddress { unsafe UnsafePointer(address) }
      @inlinable @inline(__always) nonmutating unsafeMutableAddress { unsafe address }
    }
  }

  /// Calls a closure with a reference to an argument.
  ///
  /// - Parameters:
  ///   - value: the argument.
  ///   - body: called once.
  /// - Returns: the closure's result.
  @inlinable
  @inline(__always)
  public static func withReference<Value: ~Copyable, Failure: Error, Result: ~Copyable>(
    to value: inout Value, _ body: (GeneratedCode.InoutReference<Value>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try InoutReference<Value>.with(to: &value, body)
  }

  /// The address of a borrowed argument, for closures of advice.
  ///
  /// It is valid during the call.
  @frozen
  @safe
  public struct BorrowedReference<Value: ~Copyable> {
    @usableFromInline let address: UnsafePointer<Value>

    /// Creates a reference.
    ///
    /// - Parameter address: the argument's address.
    @inlinable
    @inline(__always)
    public init(_ address: UnsafePointer<Value>) {
      unsafe self.address = address
    }

    /// Calls a closure with a reference to a borrowed argument.
    @inlinable
    @inline(__always)
    public static func with<Failure: Error, Result: ~Copyable>(
      to value: borrowing Value, _ body: (BorrowedReference<Value>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try unsafe withUnsafePointer(to: value) { address throws(Failure) -> Result in
        try body(unsafe BorrowedReference(address))
      }
    }

    /// The argument.
    public var pointee: Value {
      @inlinable @inline(__always) unsafeAddress { unsafe address }
    }
  }
}
