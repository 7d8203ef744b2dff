// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax

/// Problems of `#dlopenNote`.
extension SyntaxProblem.Kind {
  static let dlopenNoteNotAtFileScope = Self(
    "#dlopenNote is at file scope: a note can't be in a type or function")
  static let dlopenNoteHasNoSoname = Self(
    "the library's name is missing: write it first, as the linker knows it, such as "
      + "\"libpoppler.so.2\"")
  static let dlopenNoteSoname = Self(
    "a library's name is a literal, not empty and without folders, such as \"libpoppler.so.2\": "
      + "packages are searched for it")

  static func dlopenNoteText(_ label: String) -> Self {
    Self("the \(label) is a literal and not empty: it is written into the note")
  }

  static let dlopenNotePriority = Self(
    "the priority is written into the note: write '.required', '.recommended' or '.suggested'")
  static let dlopenNoteTooLong = Self("a note has at most 16 KiB: shorten the description")
}
