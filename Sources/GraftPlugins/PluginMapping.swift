// SPDX-License-Identifier: Apache-2.0

/// The form in which `ExtensionImage.loadAll` maps the plug-ins that it has judged.
public enum PluginMapping: Sendable {
  /// A sealed copy of the file in memory, made before the file is judged.
  ///
  /// The code that was judged is the code that runs, whatever happens to the file.
  /// Debuggers and backtraces have to be told where the file is.
  case sealedCopy
  /// The file, by its path.
  ///
  /// A file that replaces it between judging and loading is mapped instead, and
  /// writing to the file changes the running program.
  case file
}
