// SPDX-License-Identifier: Apache-2.0

import Graft

// What a macro does not see, written so that it need not.

protocol Object: AnyObject {
  associatedtype Item
  typealias Items = [Item]
  func weigh() -> Int
}

typealias Counted = Identifiable & Object

@Extensible
protocol Weighed: AnyObject, Counted {
  var weight: Int { get set }
  func add(_ item: Self.Item, all items: [Self.Item]) -> Self.ID?
  @Required func weigh() -> Int
}

@Extension
final class Adding<Subject: Weighed>: WeighedExtension<Subject> {
  override func setWeight(_ subject: Subject, _ newValue: Int) {}
  override func add(
    _ subject: Subject, _ item: Subject.Item, all items: [Subject.Item]
  ) -> Subject.ID? { nil }
}

final class Stone: Weighed {
  typealias Item = String
  func weigh() -> Int { 1 }
}

func change(_ stone: Stone) { stone.weight = 2 }
