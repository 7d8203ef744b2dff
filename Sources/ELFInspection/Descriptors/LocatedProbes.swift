// SPDX-License-Identifier: Apache-2.0

/// The static probes of Graft's code in a file, which debuggers and the kernel's tracers
/// find.
public struct LocatedProbes: Hashable, Sendable {
  /// The file, or member of an archive, that holds them.
  public var origin: Origin
  /// The probes as tracers name them, such as `graft:image_arrived`, in the order of
  /// their notes.
  public var names: [String]
}
