// SPDX-License-Identifier: Apache-2.0

import Graft

// What the check for members of refined protocols can't repeat, or only with their isolation.

protocol Entity { var id: Int { get } }

protocol Relation<Owner> {
  associatedtype Owner
  associatedtype Parent: Node
}

@Extensible
protocol Node: Entity where Child.Parent == Self {
  associatedtype Child: Relation
  func add(_ child: Child)
}

struct Query<Row: Model> {}
struct Field<Row, Value> {}

@Extensible
protocol Model: Entity {
  func fetch(_ query: Query<Self>) -> Int
  func read(_ path: KeyPath<Self, Field<Self, Int>>, _ then: (Field<Self, Int>) -> Void) -> Int
  func join(_ other: some Relation<Self>) -> Int
  func joinAll<Other: Relation<Self>>(_ others: [Other]) -> Int
  func leave<Other: Relation>(_ other: Other) where Other.Owner == Self
  subscript(query: Query<Self>) -> Int { get }
}

@Extensible
protocol Aliased: Entity {
  typealias Fields = Field<Self, Int>
  func fields(_ others: [Self]) -> Int
}

@MainActor
protocol OnMainActor { func show() }

@Extensible @MainActor
protocol Shown: OnMainActor { func hide() }
