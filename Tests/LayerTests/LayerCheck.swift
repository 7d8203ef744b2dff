// SPDX-License-Identifier: Apache-2.0

/// Looks for files that name what is in a layer above them.
struct LayerCheck {
  struct Violation: Hashable, CustomStringConvertible {
    /// The path from the package's folder, with the line.
    let place: String
    let layer: String
    let name: String
    let declaredIn: String
    let rule: String

    var description: String {
      "\(place): \(layer) names \(name), which is declared in \(declaredIn): \(rule)"
    }
  }

  private struct File {
    let path: String
    let layer: String
    let names: NamedDeclarations
  }

  private let table: LayerTable
  private let files: [File]
  /// The files that declare a name; of one that several declare, all.
  private var declarations: [String: [File]] = [:]
  /// The file that adds a member to a type of another layer, by `Type.member`.
  private var addedTo: [String: File] = [:]
  /// The same by the member alone, where no type has one of this name itself.
  private var added: [String: (file: File, type: String)] = [:]

  init(_ table: LayerTable, _ sources: [(path: String, text: String)]) {
    self.table = table
    files = sources.map {
      File(path: $0.path, layer: table.layer(of: $0.path), names: NamedDeclarations(in: $0.text))
    }
    for file in files {
      for name in file.names.declared { declarations[name, default: []].append(file) }
    }
    let members = files.reduce(into: Set<String>()) { $0.formUnion($1.names.members) }
    var ambiguous = Set(members.map { String($0.split(separator: ".").last!) })
    for file in files {
      for (member, type) in file.names.added {
        let declaring = declarations[type]?.first
        if let other = added[member], other.file.layer != file.layer { ambiguous.insert(member) }
        // Members added to a type of the same layer, or of another module, are
        // common.
        if declaring == nil || declaring?.layer == file.layer { ambiguous.insert(member) }
        added[member] = (file, type)
        let name = "\(type).\(member)"
        if let declaring, declaring.layer != file.layer, !members.contains(name) {
          addedTo[name] = file
        }
      }
    }
    for name in ambiguous { added[name] = nil }
  }

  /// Folders without a line in the table, and lines without a folder.
  var unknownLayers: Set<String> {
    Set(files.map(\.layer)).symmetricDifference(table.layers.map(\.name))
  }

  /// Lines of the table that name a layer which is not below them.
  var upwardRules: [String] {
    table.layers.enumerated().flatMap { index, layer in
      let below = Set(table.layers[..<index].map(\.name))
      return layer.known.filter { !below.contains($0) }.map { "\(layer.name) knows \($0)" }
    }
  }

  /// Each pair of file and name once.
  var violations: [Violation] {
    files.flatMap { file -> [Violation] in
      let reachable = table.reachable(from: file.layer)
      var seen: Set<String> = []
      let named = file.names.used.compactMap { use -> Violation? in
        let declaring = declarations[use.name] ?? addedTo[use.name].map { [$0] } ?? []
        guard !declaring.isEmpty, !declaring.contains(where: { reachable.contains($0.layer) }),
          seen.insert(use.name).inserted
        else { return nil }
        return violation(file, use, use.name, declaring[0])
      }
      let members = file.names.usedMembers.compactMap { use -> Violation? in
        guard let (other, type) = added[use.name], !reachable.contains(other.layer),
          seen.insert("." + use.name).inserted
        else { return nil }
        return violation(file, use, "\(type).\(use.name)", other)
      }
      return named + members
    }
  }

  private func violation(
    _ file: File, _ use: NamedDeclarations.Use, _ name: String, _ other: File
  ) -> Violation {
    let known = table[file.layer]?.known ?? []
    return Violation(
      place: "\(table.folder)/\(file.path):\(use.line)", layer: file.layer, name: name,
      declaredIn: "\(other.layer) (\(other.path))",
      rule: "\(file.layer) knows "
        + (known.isEmpty ? "nothing else" : known.joined(separator: ", ") + " and what those know"))
  }
}
