// SPDX-License-Identifier: Apache-2.0
// An outcome that several arguments are passed with, on a global actor: the optimiser once put the
// stores of two errors into one place.
import Graft

struct Large: Sendable {
  let a: Int, b: String, c: Double, d: String, e: Int
}

@MainActor
@Extensible
protocol Weigher {
  func weigh(_ numbers: [Int], _ large: Large) throws -> [Int]
}
