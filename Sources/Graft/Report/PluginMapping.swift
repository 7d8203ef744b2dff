// SPDX-License-Identifier: Apache-2.0

/// What `ExtensionImage.loadAll` maps of the plug-ins that it has judged.
public enum PluginMapping: Sendable {
  /// A copy of the file in memory, made before the file is judged, which nobody can change.
  /// Whatever becomes of the file, what was judged is what runs. Debuggers and backtraces have to
  /// be told where the file is.
  case sealedCopy
  /// The file, by its path. Who replaces it between judging and loading has another file mapped,
  /// and who writes to it changes the running program.
  case file
}

/// What becomes of plug-ins that would take a subject into a conflict: in which no extension comes
/// before the others.
public enum ConflictChoice: Sendable {
  /// The plug-in that comes later is refused.
  case refuse
  /// All extensions in the conflict are passed over. `ImageArrival.conflicts` tells which.
  case passOver
  /// The extension of the plug-in whose manifest's name, else whose identity, comes first in the
  /// order of bytes is before the others. What was not loaded with this, such as the host's own,
  /// stands behind all of them.
  case firstByName
}
