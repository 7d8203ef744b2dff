// SPDX-License-Identifier: Apache-2.0

extension GeneratedCode {
  /// A link as it comes out of a cell.
  public enum DispatchedLink {
    /// The link at an address, without retaining it: links live for ever.
    @inlinable
    @inline(__always)
    public static func unmanaged<Link: ExtensionLink>(
      _ head: UInt, as type: Link.Type
    ) -> Unmanaged<Link> {
      // Cells hold what `LinkAddress.keep` retained, for the protocol's own links.
      Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: head).unsafelyUnwrapped)
    }
  }
}

extension GeneratedCode {
  /// What generated code calls without retaining it.
  public protocol GuaranteedReference: AnyObject {}
}

extension Unmanaged where Instance: GeneratedCode.GuaranteedReference {
  /// The standard library's function of this name takes no closure with a result that
  /// can't be copied. Whether one can be is not for a macro to see, so the generated
  /// code is the same for both, and the compiler takes this for such results only.
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
