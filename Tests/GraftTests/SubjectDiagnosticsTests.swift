// SPDX-License-Identifier: Apache-2.0

@testable import Graft
import Testing

@Extensible
protocol Stall {
  func sell() -> String
  func close() -> String
}

private protocol Roofed {}
private protocol Heated {}

@Extension
private final class PlainStall<Subject: Stall>: StallExtension<Subject> {
  override func sell(_ subject: Subject) -> String { "plain" }
  override func close(_ subject: Subject) -> String { "plain" }
}

@Extension
private final class RoofedStall<Subject: Stall & Roofed>: StallExtension<Subject> {
  override func sell(_ subject: Subject) -> String { "roofed" }
}

@Extension
private final class HeatedStall<Subject: Stall & Heated>: StallExtension<Subject> {
  override func sell(_ subject: Subject) -> String { "heated" }
}

@Extension
private final class BothStall<Subject: Stall & Roofed & Heated>: StallExtension<Subject> {
  override func close(_ subject: Subject) -> String { "both" }
}

private struct Kiosk: Stall, Roofed, Heated {
  @Advisable((any Stall).self)
  func close() -> String { "own" }
}

private enum North { struct Booth: Stall {} }
private enum South { struct Booth: Stall, Roofed {} }

@globalActor private actor Market { static let shared = Market() }
private struct Tent: Stall {}
extension Tent: @MainActor Roofed {}
extension Tent: @Market Heated {}

@Suite("What a registry says of subjects, and of their answers")
struct SubjectDiagnosticsTests {
  private static let heated = "GraftTests.HeatedStall"

  @Test("A call of a member that can be advised leaves the conflicts of its type")
  func ownMember() {
    func count() -> Int {
      ExtensionRegistry.conflicts.filter { "\($0)".contains("Kiosk") }.count
    }
    _ = ExtensionRegistry.resolution(of: StallExtension<Kiosk>.self)
    #expect(count() == 1)
    #expect(Kiosk().close() == "own")
    #expect(count() == 1)
  }

  @Test("A change that was refused leaves no diagnostics")
  func refused() throws {
    // Nobody looks for conflicts of generic types before they are called.
    struct Van<Load>: Stall, Roofed, Heated {}
    let store = Registry()
    try store.change(.block(Self.heated))
    _ = store.heads(of: StallExtension<Van<Int>>.self)
    #expect(throws: ChangeRefusal.self) {
      try store.change(.unblock(Self.heated), onConflict: .refuse)
    }
    try store.change(.block("GraftTests.SteamFerry"))
    #expect(store.diagnostics.filter(\.isConflict) == [])
  }

  @Test("Types of one name have changes of their own")
  func alike() throws {
    let store = Registry()
    _ = store.heads(of: StallExtension<North.Booth>.self)
    _ = store.heads(of: StallExtension<South.Booth>.self)
    let first = try store.change(.block("GraftTests.RoofedStall")).changes.answers
    let second = try store.change(.block("GraftTests.PlainStall")).changes.answers
    let all = first.followed(by: second).map(\.description)
    #expect(
      Set(all) == [
        "Stall.sell() of Booth: GraftTests.RoofedStall → nobody",
        "Stall.sell() of Booth: GraftTests.PlainStall → nobody",
        "Stall.close() of Booth: GraftTests.PlainStall → nobody",
      ])
    #expect(all.count == 4)
  }

  @Test("Constraints that a type meets on two actors only together fail")
  func twoActors() throws {
    let resolution = ExtensionRegistry.resolution(of: StallExtension<Tent>.self)
    let exclusion = try #require(
      resolution.requirements[1].exclusions.first {
        $0.extension.name == "GraftTests.BothStall"
      })
    #expect(exclusion.reason == .constraint("Roofed, Heated"))
  }

  @Test("A type in an extension has the name of what is extended")
  func nestedNames() throws {
    func name(_ type: Any.Type) -> String? { TypeMetadata(type).descriptor?.qualifiedName }
    #expect(name(Int.Cabin.self) == "Swift.Int.Cabin")
    #expect(name(Int.Cabin.Bunk.self) == "Swift.Int.Cabin.Bunk")
    #expect(name([Int.Cabin].Row.self) == "Swift.Array.Row")
    #expect(name(Dictionary<String, [Int]>.Index.Step.self) == "Swift.Dictionary.Index.Step")
    #expect(name([() -> Int].Line.self) == "Swift.Array.Line")
    #expect(name(Set<Int>.self) == "Swift.Set")
    #expect(TypeMetadata(Int.Cabin.self).descriptor?.moduleName == "GraftTests")
  }
}

extension Int { fileprivate struct Cabin { struct Bunk {} } }
extension Array where Element == Int.Cabin { fileprivate struct Row {} }
extension Array where Element == () -> Int { fileprivate struct Line {} }
extension Dictionary.Index { fileprivate struct Step {} }
