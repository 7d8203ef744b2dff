// SPDX-License-Identifier: Apache-2.0

/// A result that waits to be taken.
public protocol Weighed: Sendable {
  /// The approximate memory that it takes, in bytes.
  var byteCount: Int { get }
}
