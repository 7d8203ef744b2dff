// SPDX-License-Identifier: Apache-2.0
import Graft

final class Page { var number = 1 }

@Extensible @MainActor
protocol Book {
  associatedtype Cover
  func turn(_ page: Page) async
  func read(_ then: @escaping () -> Void) async
  func skim(_ each: () -> Void) async
  mutating func mark() async
  mutating func replace(_ page: Page, _ check: () -> Void) async throws -> Page
  func merge(_ other: Self) async -> Self
  func bind(_ cover: Cover) async throws -> Cover
  func compare(_ other: any Book) async -> any Book
  func swap(_ page: inout Page) async
  mutating func tear(_ page: Page) async throws(CancellationError) -> Page
  var first: Page { get async }
}

@Extensible
protocol Shelf {
  @MainActor func add(_ page: Page) async
  @MainActor func sort(_ then: @escaping () -> Void) async
  @MainActor mutating func clear() async
}

struct Novel: Book { typealias Cover = Page }
struct Board: Shelf {}

func advise() throws {
  let points = BookExtension<Novel>.joinPoints
  try points.turn.around { _, page, proceed in
    page.number += 1
    await proceed(page)
  }
  try points.mark.around { novel, proceed in await proceed(&novel) }
  try points.bind.around { _, cover, proceed in try await proceed(cover) }
  try points.merge.around { _, other, proceed in await proceed(other) }
  try ShelfJoinPoints.everySubject.add.around { _, page, proceed in await proceed(page) }
  try ShelfJoinPoints.everySubject.sort.around { _, then, proceed in await proceed(then) }
  try ShelfJoinPoints.everySubject.clear.around { shelf, proceed in await proceed(&shelf) }
}
