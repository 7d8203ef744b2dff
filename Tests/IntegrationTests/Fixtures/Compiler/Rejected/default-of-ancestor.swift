// SPDX-License-Identifier: Apache-2.0

import Graft

protocol Command {
  func run() -> Int
  func stop() -> Int
}

extension Command where Self: Sendable {
  func run() -> Int { 1 }
}

@Extensible
protocol Search: Command {
  typealias Following = (Self) -> Void
  func run() -> Int  // error: mark the requirement @Required
  func stop() -> Int  // error: mark the requirement @Required
}
