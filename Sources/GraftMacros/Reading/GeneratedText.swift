// SPDX-License-Identifier: Apache-2.0

/// The epoch of generated code, which equals `GRAFT_EPOCH` in `graft_epoch.h`.
enum Epoch {
  /// The prefix of functions in the protocol's module that code in other modules
  /// calls.
  ///
  /// Code in other modules contains the layouts of this epoch, so it must not find the functions
  /// of a module that was compiled with another.
  static let prefix = "_graft3_"
}

extension [String] {
  /// The elements with commas between them.
  var list: String { joined(separator: ", ") }

  /// The elements, each on lines of its own.
  var lines: String { joined(separator: "\n") }
}

extension String {
  /// Attributes on one line, since an attribute can't stand apart from its declaration.
  var onOneLine: String { replacing("\n", with: " ") }

  /// The lines of attributes that can be global actors.
  var customAttributes: [Substring] {
    split(separator: "\n").filter { line in
      !line.contains("(") && !LanguageAttributes.contains(String(line.dropFirst()))
    }
  }

  /// The lines of attributes that can't be global actors.
  var languageAttributes: String {
    split(separator: "\n").filter { !customAttributes.contains($0) }.map { $0 + "\n" }.joined()
  }
}

/// The initialiser that every class of links has: the registry calls it, and runs on no actor.
func linkInitialiser(_ access: String = "") -> String {
  """
  nonisolated \(access)required init(_ successors: Graft::LinkSuccessors) \
  { super.init(successors) }
  """
}

/// A value that is given away to code on another actor, which the compiler can't know.
func sent(_ value: String) -> String { "Graft::GeneratedCode.sent(\(value))" }

/// The link in a head that a call has found.
func dispatchedLink(_ head: String, as base: String) -> String {
  "Graft::GeneratedCode.DispatchedLink.unmanaged(\(head), as: \(base).self)"
}
