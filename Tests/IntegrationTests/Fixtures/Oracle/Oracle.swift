import Glibc
import Graft

/// Writes what the registry says of every conforming type at the end of the process, and
/// which files are in it.
@c func oracle_report(_ path: UnsafePointer<CChar>) {
  guard let file = fopen(path, "w") else { return }
  defer { fclose(file) }
  func write(_ cells: String...) { fputs(cells.joined(separator: "\t") + "\n", file) }
  for entry in ExtensionRegistry.validate().entries {
    let outcome =
      switch entry.outcome {
      case .answered(let first): ["answered", first.name]
      case .conflict(let parties, let next):
        [
          "conflict",
          parties.map(\.name).sorted().joined(separator: ",") + ":" + (next?.name ?? ""),
        ]
      case .nobody: ["nobody", ""]
      }
    write(
      "entry", entry.subject, entry.protocolName, entry.requirement.text, outcome[0], outcome[1])
  }
  guard let maps = fopen("/proc/self/maps", "r") else { return }
  defer { fclose(maps) }
  var line = [CChar](repeating: 0, count: 8192)
  var seen: Set<String> = []
  while fgets(&line, Int32(line.count), maps) != nil {
    let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard let slash = text.firstIndex(of: "/") else { continue }
    let name = String(text[slash...].prefix { $0 != "\n" })
    if seen.insert(name).inserted { write("image", name) }
  }
}
