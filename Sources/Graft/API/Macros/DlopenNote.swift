// SPDX-License-Identifier: Apache-2.0

/// Writes a note into the image that names a library or plug-in which the program opens by itself,
/// so that packages of the program can depend on it.
///
/// ```swift
/// #dlopenNote(
///   "libpoppler.so.2", "libpoppler.so.1", feature: "pdf", description: "Prints PDF",
///   priority: .suggested)
/// ```
///
/// Belongs at file scope, with literals, and opens nothing. The section `.note.dlopen` is that of
/// the UAPI Group's specification "ELF dlopen metadata".
///
/// - Parameters:
///   - sonames: the names of files any of which provides the feature, the best first.
///   - feature: the part of the program that needs one of them.
///   - description: what the program uses them for, for people.
///   - priority: how much the program needs the feature.
@freestanding(declaration)
public macro dlopenNote(
  _ sonames: String..., feature: String, description: String,
  priority: DlopenPriority = .recommended
) = #externalMacro(module: "GraftMacros", type: "DlopenNoteMacro")

/// How much a program needs a library that it opens by itself.
public enum DlopenPriority: Sendable {
  /// The program does not work without the library.
  case required
  /// Most users of the program want the library.
  case recommended
  /// Some users of the program want the library.
  case suggested
}
