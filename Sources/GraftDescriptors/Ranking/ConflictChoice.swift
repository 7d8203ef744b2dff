// SPDX-License-Identifier: Apache-2.0

/// The treatment of a plug-in's extensions that no rule other than *name* puts in an order with
/// others.
public enum ConflictChoice: String, CaseIterable, Sendable {
  /// The names of plug-ins decide, and the arrival's `conflicts` list what they decided.
  ///
  /// The name is the manifest's, else the identity; the first in the order of bytes comes first.
  /// A conflict that names can't decide, as within one plug-in, refuses the plug-in.
  case firstByName = "first-by-name"
  /// The plug-in that comes later is refused, also where names would decide.
  ///
  /// So it depends on the order of loading which plug-ins count.
  case refuse
  /// As `firstByName`, but what names can't decide is passed over.
  ///
  /// The arrival's `conflicts` list that too.
  case passOver = "pass-over"
}
