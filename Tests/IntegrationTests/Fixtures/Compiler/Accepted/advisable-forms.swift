// SPDX-License-Identifier: Apache-2.0

import Graft

class Node {}

@Extensible
protocol Planted {
  init(_ depth: Int)
  func water(_ amount: Int, to level: String) -> Int
  static func grow(_ nodes: [Node], by step: @escaping () -> Int, _ other: any Error) async -> Node
}

struct Tree: Planted {
  @Advisable((any Planted).self)
  init(  // of its roots
    _ depth: Int  // in metres
  ) {}

  @Advisable((any Planted).self)
  func water(  // (in litres) {
    _ amount: Int, /* ) */ to level: String  // the pot's
  ) -> Int { amount }

  @Advisable((any Planted).self)
  static func grow(
    _ nodes: [Node], by step: @escaping () -> Int, _ other: any Error
  ) async -> Node { nodes[step()] }
}
