// SPDX-License-Identifier: Apache-2.0

/// The page that has every public type with its members, made of symbol graphs.
struct MembersPage {
  static let path = "docs/members.md"

  /// What only the code of macros names.
  private static let generated: Set<String> = ["GeneratedCode"]

  private let types: [SymbolGraph.Symbol]
  private let macros: [SymbolGraph.Symbol]
  private let members: [String: [SymbolGraph.Symbol]]

  init(_ graphs: [SymbolGraph]) {
    let symbols = graphs.flatMap(\.symbols).filter {
      !Self.generated.contains($0.pathComponents[0]) && !$0.isForGeneratedCode
    }
    types = symbols.filter(\.isType).sorted { $0.name < $1.name }
    macros = symbols.filter(\.isMacro).sorted { $0.name < $1.name }
    members = Dictionary(grouping: symbols.filter { !$0.isType && $0.pathComponents.count > 1 }) {
      $0.pathComponents.dropLast().joined(separator: ".")
    }
  }

  /// Of the sections of types that are in no other.
  var anchors: [String] {
    types.filter { $0.pathComponents.count == 1 }.map { $0.name.lowercased() }
  }

  var text: String {
    var lines = [
      "# Members", "",
      """
      Every public type with its members: the declaration, which links to the file that has the \
      docstring with parameters, results and errors, and the docstring's first sentence. \
      [API](api.md) has the types in the order of what they are for. Made of the compiler's \
      symbol graphs: `GRAFT_RECORD=1 Tests/run DocumentationTests/ReferenceTests` writes this page anew. \
      `.ci/api-pages preview` shows the whole docstrings as pages of DocC.
      """,
      "", "## Macros", "", "| macro | |", "|---|---|",
    ]
    lines += macros.map { row($0.declaration, $0.file, $0.summary) }
    for type in types {
      lines += ["", "## \(type.name)", ""]
      lines += ["\(link(type.declaration, type.file)). \(type.summary ?? "")"]
      let rows = rows(of: type)
      if !rows.isEmpty { lines += ["", "| member | |", "|---|---|"] + rows }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Cases first, as they are declared, then the rest by name. What a macro wrote in many forms
  /// is one row.
  private func rows(of type: SymbolGraph.Symbol) -> [String] {
    let all = (members[type.name] ?? []).sorted { rank($0) < rank($1) }
    let written = all.filter { $0.summary != nil }.map { row($0.declaration, $0.file, $0.summary) }
    let expanded = Dictionary(grouping: all.filter { $0.summary == nil && $0.file == nil }) {
      $0.pathComponents.last!
    }
    return written
      + expanded.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map { name, forms in
        row(name, type.file, "In \(forms.count) forms, by what the closure takes.")
      }
  }

  private func rank(_ symbol: SymbolGraph.Symbol) -> (Int, String, String) {
    (
      symbol.kind.identifier == "swift.enum.case" ? 0 : 1, symbol.pathComponents.last!,
      symbol.declaration
    )
  }

  private func row(_ declaration: String, _ file: String?, _ summary: String?) -> String {
    "| \(link(declaration, file)) | \((summary ?? "").replacing("|", with: "\\|")) |"
  }

  private func link(_ declaration: String, _ file: String?) -> String {
    // A table's cell ends at a bar, in code too.
    let code = "`\(declaration.replacing("|", with: "\\|"))`"
    return file.map { "[\(code)](../\($0))" } ?? code
  }
}
