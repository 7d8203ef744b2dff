// SPDX-License-Identifier: Apache-2.0

/// A link as it comes out of a cell.
public enum DispatchedLink {
  /// The link at an address, without retaining it: links live for ever.
  @inlinable
  @inline(__always)
  public static func unmanaged<Link: ExtensionLink>(
    _ head: UInt, as type: Link.Type
  ) -> Unmanaged<Link> {
    Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: head).unsafelyUnwrapped)
  }
}
