// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("Layers")
struct LayerTests {
  static let folders = [
    "Sources/Graft", "Sources/ELFInspection", "Sources/inspect-sections", "Sources/GraftMacros",
  ]

  @Test("No file names what is in a layer that its own does not know", arguments: folders)
  func downwards(folder: String) throws {
    let table = try LayerTable.ofPage(folder)
    let check = LayerCheck(table, try table.files())
    #expect(table.layers.count > 2, "docs/contributing.md has a table under ### `\(folder)`")
    #expect(check.upwardRules == [], "each line of the table names layers above it only")
    #expect(check.unknownLayers == [], "each folder is a line of the table in docs/contributing.md")
    for violation in check.violations { Issue.record("\(violation)") }
  }

  @Test(
    "Values, rules and the registry have no unsafe code",
    arguments: ["Report", "Resolve", "Registry"])
  func safe(layer: String) throws {
    let table = try LayerTable.ofPage("Sources/Graft")
    let files = try table.files().filter { table.layer(of: $0.path) == layer }
    #expect(files.count > 3)
    for file in files {
      let names = NamedDeclarations(in: file.text)
      for use in names.used + names.usedMembers where use.isUnsafe {
        Issue.record("Sources/Graft/\(file.path):\(use.line): \(use.name)")
      }
    }
    let unsafe = NamedDeclarations(in: "let bits = unsafeBitCast(a, to: UnsafePointer<Int>.self)")
    #expect(unsafe.used.filter(\.isUnsafe).count == 2)
  }

  private static let made = LayerTable(
    folder: "Sources/Made",
    layers: [
      .init(name: "Low", known: []), .init(name: "Side", known: []),
      .init(name: "High", known: ["Low"]), .init(name: "Made", known: ["High", "Side"]),
    ])

  private func violations(_ sources: [(String, String)]) -> [String] {
    LayerCheck(Self.made, sources.map { (path: $0.0, text: $0.1) }).violations.map(\.description)
  }

  private static let high = (
    "High/Tower.swift",
    """
    struct Tower { struct Floor {} }
    func climb() {}
    extension Ground {
      var tower: Tower { Tower() }
      static let shared = Ground()
    }
    struct Castle { static let shared = Castle() }
    """
  )

  @Test(
    "What names a higher layer is found, with the pair and the rule",
    arguments: [
      ("struct Ground { let tower: Tower? }", "Tower"),
      ("struct Ground { func f() -> Any { Tower() } }", "Tower"),
      ("struct Ground { let floors: [Tower.Floor] }", "Tower.Floor"),
      ("struct Ground { func f() { climb() } }", "climb"),
      ("struct Ground { func f() -> Any { self.tower } }", "Ground.tower"),
      ("struct Ground { func f() -> Any { Ground.shared } }", "Ground.shared"),
    ])
  func finds(source: String, name: String) {
    let found = violations([("Low/Ground.swift", source), Self.high])
    #expect(
      found.first
        == "Sources/Made/Low/Ground.swift:1: Low names \(name), "
        + "which is declared in High (High/Tower.swift): Low knows nothing else")
  }

  @Test("What is below, beside through nobody, hidden or a word only is let through")
  func lets() {
    let low = ("Low/Ground.swift", "struct Ground { func f<Tower>(_ tower: Tower) {} } // Tower")
    #expect(violations([low, Self.high, ("top.swift", "let all = (Tower(), Beside())")]) == [])
    #expect(
      violations([low, Self.high, ("Side/Beside.swift", "struct Beside { let ground: Ground }")])
        == [
          "Sources/Made/Side/Beside.swift:1: Side names Ground, which is declared in Low "
            + "(Low/Ground.swift): Side knows nothing else"
        ])
  }

  @Test("A table says what is above what, and has a line for each folder")
  func tables() {
    let table = LayerTable(
      of: "Sources/Made",
      in: """
        ### `Sources/Other`
        | `Wrong` | is | |
        ### `Sources/Made`
        | layer | is | knows |
        |---|---|---|
        | `Low` | the ground | `High` |
        | `High` | towers | `Low`, `Side` |
        # Next
        | `Wrong` | is | |
        """)
    #expect(table.layers.map(\.name) == ["Low", "High"])
    let check = LayerCheck(table, [(path: "Low/Ground.swift", text: "")])
    #expect(check.upwardRules == ["Low knows High", "High knows Side"])
    #expect(check.unknownLayers == ["High"])
  }
}
