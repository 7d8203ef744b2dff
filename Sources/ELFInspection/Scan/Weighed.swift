// SPDX-License-Identifier: Apache-2.0

/// What was read of a file and waits to be shown.
public protocol Weighed: Sendable {
  /// What it takes of memory, in bytes and about.
  var byteCount: Int { get }
}
