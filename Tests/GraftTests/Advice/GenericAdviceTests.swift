// SPDX-License-Identifier: Apache-2.0

import Graft
import Testing

/// Types that depend on the subject, and on the call.
@Extensible
protocol Stocked {
  associatedtype Item: Equatable
  func item(_ number: Int) -> Self.Item?
  func all(but item: Self.Item) -> [Self.Item]
  func keep<Value>(_ value: Value) -> [Value]
}

@Extension
final class Stock<Subject: Stocked>: StockedExtension<Subject>
where Subject.Item: ExpressibleByIntegerLiteral {
  override func item(_ subject: Subject, _ number: Int) -> Subject.Item? { number > 0 ? 1 : nil }
  override func all(_ subject: Subject, but item: Subject.Item) -> [Subject.Item] {
    [1, 2, 3].filter { $0 != item }
  }
  override func keep<Value>(_ subject: Subject, _ value: Value) -> [Value] { [value] }
}

/// What no closure can advise, and further outside than any closure without precedence.
@Advice(priority: 5)
final class Keeping<Subject: Stocked>: StockedExtension<Subject> {
  override func keep<Value>(_ subject: Subject, _ value: Value) -> [Value] {
    super.keep(subject, value) + super.keep(subject, value)
  }
  override func all(_ subject: Subject, but item: Subject.Item) -> [Subject.Item] {
    super.all(subject, but: item) + [item]
  }
}

@Suite("Advice of what is generic")
struct GenericAdviceTests {
  struct Shelf<Item>: Stocked where Item: Equatable {}

  @Test("A closure has the types of its subject")
  func associatedTypes() throws {
    let log = Log()
    let points = StockedExtension<Shelf<Double>>.joinPoints
    let tokens = [
      try points.item.around { _, number, proceed in proceed(number).map { $0 + 0.5 } },
      try points.item.after { _, number, item in log.add("\(number) \(item ?? -1)") },
      try points.all.around { _, item, proceed in proceed(item + 1).map { 10 * $0 } },
    ]
    #expect(Shelf<Double>().item(1) == 1.5)
    #expect(Shelf<Double>().item(0) == nil)
    #expect(Shelf<Double>().all(but: 1) == [10, 30, 1])
    #expect(log.take() == ["1 1.5", "0 -1.0"])
    // Another type of the same generic one.
    #expect(Shelf<Int>().item(1) == 1)
    #expect(Shelf<Int>().all(but: 1) == [2, 3, 1])
    #expect(log.lines == [])
    for token in tokens { try token.remove() }
    #expect(Shelf<Double>().item(1) == 1)
  }

  @Test("In code that is generic over the subject, too")
  func genericCode() throws {
    func doubled<Subject: Stocked & SendableMetatype>(_ type: Subject.Type) throws -> AdviceToken
    where Subject.Item == UInt {
      try StockedExtension<Subject>.joinPoints.all.around { subject, item, proceed in
        proceed(item) + [subject.item(1) ?? 0]
      }
    }
    let token = try doubled(Shelf<UInt>.self)
    #expect(Shelf<UInt>().all(but: 3) == [1, 2, 1, 3])
    try token.remove()
  }

  @Test("A class advises a generic requirement")
  func genericRequirement() {
    #expect(Shelf<Int>().keep("a") == ["a", "a"])
    #expect(Shelf<Int>().keep(2.5) == [2.5, 2.5])
  }

  @Test("A class goes by its priority among closures with a precedence")
  func priority() throws {
    let points = StockedExtension<Shelf<Int8>>.joinPoints
    let tokens = [
      try points.all.around(.precedence(4)) { _, item, proceed in proceed(item) + [4] },
      try points.all.around(.precedence(6)) { _, item, proceed in proceed(item) + [6] },
    ]
    // Each adds at the end: the innermost first. The class adds the item.
    #expect(Shelf<Int8>().all(but: 3) == [1, 2, 4, 3, 6])
    for token in tokens { try token.remove() }
  }
}
