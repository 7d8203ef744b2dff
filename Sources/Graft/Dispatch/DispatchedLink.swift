// SPDX-License-Identifier: Apache-2.0

extension GeneratedCode {
  /// A link in a cell.
  public enum DispatchedLink {
    /// The link at an address.
    ///
    /// It is not retained, since links live for ever.
    @inlinable
    @inline(__always)
    public static func unmanaged<Link: ExtensionLink>(
      _ head: UInt, as type: Link.Type
    ) -> Unmanaged<Link> {
      // Cells hold retained links of their protocol.
      Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: head).unsafelyUnwrapped)
    }
  }
}

extension GeneratedCode {
  /// A class of objects that generated code calls without retaining them.
  public protocol GuaranteedReference: AnyObject {}
}

extension Unmanaged where Instance: GeneratedCode.GuaranteedReference {
  /// The standard library's function of this name for noncopyable results, which a
  /// macro does not see.
  @inlinable
  @inline(__always)
  @_disfavoredOverload
  public func _withUnsafeGuaranteedRef<Result: ~Copyable>(
    _ body: (Instance) throws -> Result
  ) rethrows -> Result {
    var result: Result?
    try _withUnsafeGuaranteedRef { link in result = try body(link) }
    return result.take()!
  }
}
