// SPDX-License-Identifier: Apache-2.0

import Graft

@Extensible
protocol Store {
  func load(_ key: Int) -> Int
  func load(_ key: Int) async -> Int
  func close() throws
  func close() async throws
}

@Extension
final class Loading<Subject: Store>: StoreExtension<Subject> {
  override func load(_ subject: Subject, _ key: Int) -> Int { key }
  override func load(_ subject: Subject, _ key: Int) async -> Int { key + 1 }
}

struct Memory: Store {}

func advise() throws {
  let points = StoreExtension<Memory>.joinPoints
  try points.close.before { _ in }.remove()
  try points.close_async.before { _ in await Task.yield() }.remove()
}
