// SPDX-License-Identifier: Apache-2.0

@testable import Graft
import Testing

@Extensible
protocol Menu {
  func items(_ limit: Int) -> [String]
  func icon() -> String?
  mutating func reset() -> Int
  static func width() -> Int
}

protocol Editable {}

@Extension
final class AnyMenu<Subject: Menu>: MenuExtension<Subject> {
  override func items(_ subject: Subject, _ limit: Int) -> [String] { ["any \(limit)"] }
  override func icon(_ subject: Subject) -> String? { nil }
  override func reset(_ subject: inout Subject) -> Int { 0 }
  override func width(_ subject: Subject.Type) -> Int { 3 }
}

/// In conflict with the next one for what is editable.
@Extension
final class FileMenu<Subject: Menu & Editable>: MenuExtension<Subject> {
  override func items(_ subject: Subject, _ limit: Int) -> [String] {
    ["file"] + super.items(subject, limit)
  }
  override func icon(_ subject: Subject) -> String? { "file" }
  override func width(_ subject: Subject.Type) -> Int { 5 }
}

@Extension
final class EditMenu<Subject: Menu & Editable>: MenuExtension<Subject> {
  override func items(_ subject: Subject, _ limit: Int) -> [String] {
    ["edit"] + super.items(subject, limit)
  }
  override func icon(_ subject: Subject) -> String? { "edit" }
  override func reset(_ subject: inout Subject) -> Int {
    (subject as? Editor).map { _ in 7 } ?? 1
  }
}

@Extension(priority: 1)
final class FirstMenu<Subject: Menu & Editable>: MenuExtension<Subject> {
  override func icon(_ subject: Subject) -> String? { nil }
}

@Extensible
protocol Shelf: Collected {
  static func depth() -> Int
}

@Default
extension Shelf where Self: Graft::AuthorDefault {
  static func depth() -> Int { 80 }
}

@Extension
final class LowShelf<Subject: Shelf & Editable>: ShelfExtension<Subject> {
  override func depth(_ subject: Subject.Type) -> Int { 12 }
}

private enum EmptyShelf: Shelf {}
private enum FullShelf: Shelf, Editable {}
private struct Editor: Menu, Editable {}
private struct Viewer: Menu {}

/// Every answer instead of one.
@Suite("Implementations of a requirement")
struct ImplementationsTests {
  private func names(_ list: Implementations<MenuExtension<Editor>>) -> [String] {
    list.map(\.extension.descriptor.extensionName)
  }

  @Test("have an order where calls would have a conflict, and go on with the chain")
  func order() {
    let list = MenuExtension<Editor>.implementations(of: .items)
    #expect(names(list) == ["EditMenu", "FileMenu", "AnyMenu"].map { "GraftTests.\($0)" })
    #expect(
      MenuExtension<Editor>.resolution["items"]!.chain.map(\.extension.name) == [
        "GraftTests.AnyMenu"
      ])
    #expect(
      list.map { $0.link.items(Editor(), 2) } == [
        ["edit", "any 2"], ["file", "any 2"], ["any 2"],
      ])
    #expect(list[0].extension.descriptor.source.hasPrefix("GraftTests/ImplementationsTests.swift:"))
  }

  @Test("are those that apply to the subject")
  func constrained() {
    let list = MenuExtension<Viewer>.implementations(of: .items)
    #expect(list.all { $0.items(Viewer(), 1) } == [["any 1"]])
    #expect(MenuExtension<Editor>.implementations(of: .reset).count == 2)
  }

  @Test("are without the protocol's default")
  func authorDefault() {
    #expect(EmptyShelf.depth() == 80)
    #expect(ShelfExtension<EmptyShelf>.implementations(of: .depth).isEmpty)
    let full = ShelfExtension<FullShelf>.implementations(of: .depth)
    #expect(full.all { $0.depth(FullShelf.self) } == [12])
  }

  @Test("give all results, the first that is not nil, and one of all")
  func results() {
    let icons = MenuExtension<Editor>.implementations(of: .icon)
    #expect(icons.all { $0.icon(Editor()) } == [nil, "edit", "file", nil])
    var calls = 0
    let first = icons.firstNonNil { link in
      calls += 1
      return link.icon(Editor())
    }
    #expect(first == "edit")
    #expect(calls == 2)
    #expect(
      MenuExtension<Viewer>.implementations(of: .icon).firstNonNil { $0.icon(Viewer()) } == nil)
    let widths = MenuExtension<Editor>.implementations(of: .width)
    #expect(widths.reduced(+) { $0.width(Editor.self) } == 8)
    var editor = Editor()
    let resets = MenuExtension<Editor>.implementations(of: .reset)
    #expect(resets.all { $0.reset(&editor) } == [7, 0])
  }

  @Test("can be none, and an error of a call is thrown")
  func none() throws {
    struct Failure: Error {}
    let none = UnlistedExtension<Editor>.implementations(of: .items)
    #expect(none.isEmpty)
    #expect(none.reduced(+) { $0.items(Editor()) } == nil)
    let items = MenuExtension<Editor>.implementations(of: .items)
    #expect(throws: Failure.self) {
      try items.all { _ throws(Failure) -> Int in throw Failure() }
    }
  }

  @Test("are as of when they were asked for")
  func blocked() throws {
    let store = Registry()
    let base = MenuExtension<Editor>.self
    let before = Implementations<MenuExtension<Editor>>(store.implementations(of: 0, for: base))
    try store.change(.block("GraftTests.EditMenu"))
    let after = Implementations<MenuExtension<Editor>>(store.implementations(of: 0, for: base))
    #expect(names(after) == ["GraftTests.FileMenu", "GraftTests.AnyMenu"])
    #expect(before.count == 3)
    #expect(before[0].link.items(Editor(), 1) == ["edit", "any 1"])
    #expect(before.last!.link === after.last!.link)
    // A conflict is over, so the one that is left is in the chain, above the same.
    #expect(store.resolution(of: base)["items"]!.chain.count == 2)
    #expect(after[0].link.items(Editor(), 1) == ["file", "any 1"])
  }

  @Test("are asked of the protocol's class only")
  func ofExtension() async {
    await #expect(processExitsWith: .failure) { _ = AnyMenu<Viewer>.implementations(of: .items) }
  }
}

@Extensible
protocol Unlisted {
  func items() -> [String]
}

extension Editor: Unlisted {}
