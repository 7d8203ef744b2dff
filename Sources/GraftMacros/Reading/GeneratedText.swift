// SPDX-License-Identifier: Apache-2.0

extension [String] {
  /// The elements with commas between them.
  var list: String { joined(separator: ", ") }

  /// The elements, each on lines of its own.
  var lines: String { joined(separator: "\n") }
}

extension String {
  /// Attributes on one line, since an attribute can't stand apart from its declaration.
  var onOneLine: String { replacing("\n", with: " ") }
}

/// The initialiser that every class of links has: the registry calls it, and runs on no actor.
func linkInitialiser(_ access: String = "") -> String {
  """
  nonisolated \(access)required init(_ successors: Graft::LinkSuccessors) \
  { super.init(successors) }
  """
}
