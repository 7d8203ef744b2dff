// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Graft

// They differ behind what looks like a comment.
@Extensible
protocol Linked {
  @available(*, deprecated, message: "see https://example.org/1") func f(_ x: Int) -> Int
  func g() /* // */ -> Int
}

@Extensible
protocol OtherLinked {
  @available(*, deprecated, message: "see https://example.org/1") func f(_ x: String) -> Int
  func g() /* // */ -> Int
}

@Extensible
protocol LastLinked {
  @available(*, deprecated, message: "see https://example.org/1") func f(_ x: Int) -> Int
  func g() /* // */ -> String  // Of the same shape but for the result.
}

/// Extensions against other forms of a protocol, as their accessors hand them on.
@Suite("Shapes")
struct ShapeTests {
  private typealias Shape = GeneratedCode.CompiledShape
  private typealias Layout = GeneratedCode.Layout

  private struct Coin {
    let value: Int
    let isGold: Bool
  }
  private struct Ticket: ~Copyable { let number: Int32 }

  private static let short = Shape(1, "GraftShape 1\nA.P\n1\t7\na\t1\n")
  private static let long = Shape(2, "GraftShape 1\nA.P\n2\t7\na\t1\nb\t2\n")

  @Test("What follows slashes in a text or in a comment counts")
  func slashes() {
    let shapes = [_GraftLinked._shape(), _GraftOtherLinked._shape(), _GraftLastLinked._shape()]
    #expect(Set(shapes.map(\.hash)).count == 3)
  }

  @Test("With library evolution, requirements at the end are no difference")
  func growth() {
    func compiled(count: Int) -> Shape { Shape(1, Self.short.text, count: count) { [] } }
    #expect(compiled(count: 2).differences(to: Self.long) == [])
    #expect(
      compiled(count: 1).differences(to: Self.long) == [
        "b is new, and it was compiled against the protocol's module without "
          + "-enable-library-evolution"
      ])
    let later = Shape(2, Self.long.text, count: 1) { [] }
    #expect(
      later.differences(to: Self.short) == [
        "b is missing: it was compiled against a later version"
      ])
    let unreadable = Shape(3, "", count: 2) { [] }
    #expect(unreadable.differences(to: Self.long) == ["its requirements"])
  }

  @Test("A description is made once, and what it is made of only then")
  func description() {
    // No cells: the word for the description alone, which the process keeps.
    let word = UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8)
    word.initializeMemory(as: UInt.self, to: 0)
    var (shapes, actors) = (0, 0)
    func described() -> GeneratedCode.ExtensibleProtocol {
      GeneratedCode.description(
        word, 0, (any Linked).self, "Linked", "",
        shape: {
          shapes += 1
          return Self.short
        }(),
        actors: {
          actors += 1
          return [:]
        }())
    }
    #expect(described() === described())
    #expect((shapes, actors) == (1, 1))
  }

  @Test("A layout is what the compiler of the code knows")
  func layouts() {
    let (coin, ticket) = (Layout.of(Coin.self), Layout.of(Ticket.self))
    #expect((coin.size, coin.alignment) == (9, 8) && (ticket.size, ticket.alignment) == (4, 4))
    #expect((Layout.of((any Error).self).size, Layout.of([Coin].self).size) == (8, 8))
    let same = Shape(1, Self.short.text, count: 0, layouts: { [Layout.of(Coin.self), nil] })
    #expect(same.differences(to: Self.short) == [])
    let other = Shape(
      1, Self.short.text, count: 0,
      layouts: { [Layout(erased: Coin.self, size: 8, alignment: 8), Layout.of(Ticket.self)] })
    let differences = other.differences(to: Self.short)
    #expect(
      differences.count == 1
        && differences[0].hasSuffix(
          "Coin was compiled with 8 bytes, aligned to 8, and this process has 9, aligned to 8"),
      "\(differences)")
  }
  @Test("Also of types without a size, and of those that can't be copied")
  func smallLayouts() {
    struct Empty {}
    enum Single { case only }
    struct Unique: ~Copyable { var (number, flag) = (0, true) }
    func expect<Value: ~Copyable>(
      _ layout: Layout, of type: Value.Type, at location: SourceLocation = #_sourceLocation
    ) {
      #expect(
        (layout.size, layout.alignment)
          == (MemoryLayout<Value>.size, MemoryLayout<Value>.alignment),
        "\(layout)", sourceLocation: location)
    }
    expect(.of(Empty.self), of: Empty.self)
    expect(.of(Single.self), of: Single.self)
    expect(.of(Never.self), of: Never.self)
    expect(.of(Void.self), of: Void.self)
    expect(.of((Empty, UInt32).self), of: (Empty, UInt32).self)
    expect(.of(Empty?.self), of: Empty?.self)
    expect(.of(Int16?.self), of: Int16?.self)
    expect(.of(Unique.self), of: Unique.self)
    expect(.of((() -> Void).self), of: (() -> Void).self)
  }
}
