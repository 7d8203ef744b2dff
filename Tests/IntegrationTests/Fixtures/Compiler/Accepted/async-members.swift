// SPDX-License-Identifier: Apache-2.0

import GraftCourier

// Where what can't be shared between threads is awaited.

final class Box {
  var count = 0
}

@Extensible @Courier
protocol Loader: AnyObject {
  func load(_ box: Box, into list: inout [Int], with body: @Sendable (Int) -> Void) async throws
    -> Box
}

class Counter: Loader {
  var count = 0

  @Advisable((any Loader).self)
  func load(
    _ box: Box, into list: inout [Int], with body: @Sendable (Int) -> Void
  ) async throws -> Box {
    count += box.count
    return box
  }
}

@Extensible
protocol Store {
  func store(_ box: Box) async
  @MainActor func show(_ box: Box) async
}

struct Shelf: Store {
  let box = Box()

  @Advisable((any Store).self)
  func store(_ box: Box) async {
    self.box.count += box.count
  }

  @MainActor @Advisable((any Store).self)
  func show(_ box: Box) async {
    self.box.count += box.count
  }
}

@MainActor
class View: Store {
  let box = Box()

  nonisolated init() {}

  @Advisable((any Store).self)
  nonisolated func store(_ box: Box) async {}

  @Advisable((any Store).self)
  func show(_ box: Box) async {
    self.box.count += box.count
  }
}
