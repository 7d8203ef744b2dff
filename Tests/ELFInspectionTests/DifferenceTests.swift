// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import GraftDescriptors
import Testing

@Suite("Differences")
struct DifferenceTests {
  private let one = LocatedDescriptor.made("M.One", ["P"]).descriptor
  private let two = LocatedDescriptor.made("M.Two").descriptor

  @Test("the order, repetitions and lines are none")
  func same() {
    var moved = one
    moved.source = "M/M.One.swift:99"
    #expect(Difference.between([one, two], [two, moved, moved]).isEmpty)
  }

  @Test("each part that changed is named")
  func changed() {
    var new = one
    new.priority = 3
    new.constraints = []
    new.hasPredicate = true
    new.requirements = ["greet(_:)", "farewell(_:)"]
    new.source = "M/Other.swift:1"
    let found = Difference.between([one, two], [new, two])
    #expect(found.map(\.kind) == [.changed])
    #expect(
      found.first?.changes == [
        "where: P → none", "implements: greet(_:) → greet(_:), farewell(_:)", "priority: 0 → 3",
        "applies(to:): no → yes", "file: M/M.One.swift → M/Other.swift",
      ])
  }

  @Test("what came and what went, by name")
  func addedAndRemoved() {
    let found = Difference.between([one], [two])
    #expect(found.map(\.kind) == [.removed, .added])
  }

  @Test("the order of constraints and of methods is none")
  func order() {
    var (old, new) = (one, one)
    old.constraints = ["Named", "Aged"]
    old.requirements = ["greet(_:)", "farewell(_:)"]
    (new.constraints, new.requirements) = (old.constraints.reversed(), old.requirements.reversed())
    #expect(Difference.between([old], [new]).isEmpty)
  }

  @Test("a type of a requirement that is of another kind, or gone, breaks extensions")
  func kinds() throws {
    func protocols(_ types: String) throws -> [LocatedProtocol] {
      let json = """
        {"version":1,"command":"list","exit":0,"results":[{"type":"protocol","protocol":"M.P",\
        "baseClass":"M.PExtension","shape":"0x1","requirements":["f(_:)"],\
        "declarations":["func f(_: Coin)"],"types":\(types),"source":"","architecture":"x86_64"}]}
        """
      return try Snapshot(bytes: Array(json.utf8)).protocols
    }
    func coin(_ kind: String) -> String { #"[{"name":"M.Coin","kind":"\#(kind)","members":[]}]"# }
    let old = try protocols(coin("struct"))
    for (types, text) in [
      (coin("class"), "struct Coin is a type of another kind now: class"),
      ("[]", "struct Coin is gone, an alias, or without reflection metadata"),
    ] {
      let found = try ProtocolDifference.between(old, protocols(types))
      #expect(found.map(\.changes) == [[text]])
      #expect(found.first?.breaksExtensions == true && found.first?.refusesExtensions == false)
    }
    // Nobody has read the types of one side.
    #expect(try ProtocolDifference.between(old, protocols("null")).isEmpty)
    #expect(ProtocolDifference.between(old, old).isEmpty)
  }

  @Test("a snapshot has all that a difference needs")
  func snapshot() throws {
    let located = LocatedDescriptor.made("M.One", ["P", "A \"B\""], priority: -3, predicate: true)
    let json = String(decoding: ReportJSON.line(located), as: UTF8.self)
    let report = #"{"version":1,"command":"list","results":[\#(json)],"exit":0}"#
    let snapshot = try Snapshot(bytes: Array(report.utf8))
    var expected = located.descriptor
    #expect(snapshot.entries.map(\.descriptor) == [expected])
    expected.priority = 4
    let differences = Difference.between(snapshot.entries.map(\.descriptor), [expected])
    #expect(differences.map(\.kind) == [.changed])
  }
}
