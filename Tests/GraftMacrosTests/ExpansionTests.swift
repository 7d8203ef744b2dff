// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftDiagnostics
import TestSupport
import Testing

@testable import GraftMacros

@Suite("Expansions")
struct ExpansionTests {
  @Test("Declarations become what is written down", arguments: ExpandedFile.all(in: "Expansions"))
  func expansions(_ file: ExpandedFile) throws {
    let expanded = try file.expanded()
    #expect(expanded.diagnostics.map(\.message) == [])
    try file.golden.check(expanded.text)
  }

  @Test("What code of other modules calls has the header's epoch in its name")
  func epoch() throws {
    let header = Folders.sources + "CGraft/include/graft_epoch.h"
    let text = try String(contentsOfFile: header, encoding: .utf8)
    let epoch = try #require(text.firstMatch(of: /#define GRAFT_EPOCH (\d+)/)).1
    let expanded = ExpandedSource("@Extensible public protocol Greeter { func greet() }").text
    #expect(expanded.contains("func _graft\(epoch)_Greeter_"))
    #expect(expanded.contains("func _graft\(epoch)_base("))
  }

  @Test("The declaration of @OperatorDefaults lists the operators that can have a default")
  func operators() throws {
    let file = Folders.sources + "Graft/API/Macros/Extensible.swift"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let declared = text.matches(of: /named\(([^a-z()\s]+)\)/).map { String($0.1) }
    #expect(Set(declared) == ProtocolMember.operators && declared.count == 44)
  }

  @Test("A requirement is isolated as it says itself, else as its protocol says")
  func actors() {
    let expanded = ExpandedSource(
      """
      @Extensible @MainActor
      protocol P {
        @concurrent func measure() async
        func read(_ reader: isolated Reader)
        @Disk func load()
        nonisolated func count()
        func show()
      }
      """)
    #expect(expanded.diagnostics.isEmpty)
    #expect(expanded.text.contains("actors: [2: (Disk).self, 4: (MainActor).self]"))
  }

  @Test(
    "The class of extensions takes any subject where no signature asks more of it",
    arguments: [
      ("protocol P { func f(_ other: Self) -> [Self] }", true),
      ("protocol P { func f(_ others: (Self) -> Self.Type) -> Self? }", true),
      ("protocol P { func f(_ values: [String: Set<Int>]) -> Result<Int, any Error> }", true),
      ("protocol P: Sendable { static func f() -> Self }", true),
      ("protocol P: AnyObject { var f: Self { get } }", true),
      ("protocol P: Hashable { func f(_ others: Set<Self>) }", false),
      ("protocol P: Hashable { func f() -> [Self: Int] }", false),
      ("protocol P: Sequence { func f() -> Element? }", false),
      ("protocol P { associatedtype Item; func f() }", false),
      ("protocol P: Elsewhere { func f() }", false),
      ("protocol P: Actor { func f() }", false),
      ("protocol P: ~Copyable { func f() }", false),
    ])
  func anySubject(_ declaration: String, takesAny: Bool) {
    let expanded = ExpandedSource("@Extensible \(declaration)")
    #expect(expanded.diagnostics.isEmpty)
    #expect(expanded.text.contains("typealias PExtension<Subject: P> = ") == takesAny)
    #expect(expanded.text.contains("class PExtension<Subject: P") != takesAny)
  }

  @Test(
    "Of two protocols with one last name the written one is extended, wherever that is",
    arguments: [
      ("<Subject: P & Other.P>", ""), ("<Subject: P>", "where Subject: Other.P"),
      ("<Subject: Other.P>", "where Subject: P"),
      ("<Subject>", "where Subject: Other.P, Subject: P"),
    ])
  func lastName(_ parameter: String, _ clause: String) {
    let expanded = ExpandedSource(
      """
      @Extension
      final class E\(parameter): PExtension<Subject> \(clause) {
        override func f(_ subject: Subject) {}
      }
      """)
    #expect(expanded.diagnostics.isEmpty)
    #expect(expanded.text.contains("func open<Subject: P & Other.P>"), "\(expanded.text)")
  }

  @Test("A default can ask for another protocol with the last name of its own")
  func lastNameOfDefault() {
    let expanded = ExpandedSource(
      """
      @Default
      extension P where Self: Graft::AuthorDefault, Self: Other::P {
        func f() {}
      }
      """)
    #expect(expanded.diagnostics.isEmpty)
    #expect(expanded.text.contains("where Subject: Other::P"), "\(expanded.text)")
  }
}
