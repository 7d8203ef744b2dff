// SPDX-License-Identifier: Apache-2.0

import Graft
import Testing

private protocol Holder {
  associatedtype Item
  associatedtype Key
}

@Extensible
private protocol Held {
  func concrete() -> String
  func nested() -> String
  func abstract() -> String
}

@Extension
private final class OfHashable<Subject: Held & Holder>: HeldExtension<Subject>
where Subject.Item: Hashable {
  override func concrete(_ subject: Subject) -> String { "hashable" }
  override func abstract(_ subject: Subject) -> String { "hashable" }
}

@Extension
private final class OfSeveral<Subject: Held & Holder>: HeldExtension<Subject>
where Subject.Item: Hashable, Subject.Item: Sequence {
  override func concrete(_ subject: Subject) -> String {
    super.concrete(subject) + ", a sequence"
  }
}

@Extension
private final class OfElement<Subject: Held & Holder>: HeldExtension<Subject>
where Subject.Item: Sequence, Subject.Item.Element: Hashable {
  override func nested(_ subject: Subject) -> String { "hashable elements" }
}

@Extension
private final class OfArray<Subject: Held & Holder>: HeldExtension<Subject>
where Subject.Item == [Int] {
  override func concrete(_ subject: Subject) -> String {
    super.concrete(subject) + ", of numbers"
  }
  override func nested(_ subject: Subject) -> String { super.nested(subject) + ", of numbers" }
}

@Extension
private final class OfKey<Subject: Held & Holder>: HeldExtension<Subject>
where Subject.Item == Subject.Key {
  override func abstract(_ subject: Subject) -> String { "the key's" }
}

/// Generic, so that validation does not list its conflict.
private struct Numbers<Tag>: Held, Holder {
  typealias Item = [Int]
  typealias Key = [Int]

  func abstract() -> String { "own" }
}

@Suite("A type that is said is more specific than what follows from it")
struct SameTypeTests {
  @Test("It comes before conformances of the type, and of what is part of it")
  func order() {
    #expect(Numbers<Void>().concrete() == "hashable, a sequence, of numbers")
    #expect(Numbers<Void>().nested() == "hashable elements, of numbers")
  }

  @Test("That two types of the subject are the same says nothing of either")
  func abstract() {
    let abstract = HeldExtension<Numbers<Void>>.resolution["abstract()"]
    let reasons = abstract?.exclusions.map(\.reason.description) ?? []
    #expect(reasons.count { $0.hasPrefix("conflict with ") } == 2, "\(reasons)")
  }
}
