// SPDX-License-Identifier: Apache-2.0

/// The treatment of plug-ins that would bring a conflict for a subject, in which no
/// extension comes before the others.
public enum ConflictChoice: Sendable {
  /// The plug-in that comes later is refused.
  case refuse
  /// All extensions in the conflict are passed over.
  ///
  /// `ImageArrival.conflicts` lists them.
  case passOver
  /// The extension whose plug-in's name comes first in the order of bytes wins.
  ///
  /// The name is the manifest's, else the identity. Extensions that were not loaded
  /// with this choice, such as the host's own, come after all of them.
  case firstByName
}
