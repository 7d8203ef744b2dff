// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GraftDescriptors

/// Orders of random extensions, held to what the rules say.
@Suite("The order of extensions of a program and of plug-ins")
struct RankedOrderTests {
  /// An extension whose constraints are a set: more of them imply fewer.
  struct Extension: ExtensionRank, Hashable {
    let number: Int
    let priority: Int32
    let constraints: Set<Int>
    let isRefined: Bool
    let plugin: String?

    func implies(_ other: Extension, byDetermining: Bool) -> Bool {
      constraints.isSuperset(of: other.constraints)
    }
  }

  static func extensions(_ random: inout SystemRandomNumberGenerator) -> [Extension] {
    (0..<Int.random(in: 2...8, using: &random)).map { number in
      Extension(
        number: number, priority: [0, 0, 0, 1].randomElement(using: &random)!,
        constraints: Set((0..<3).filter { _ in .random(using: &random) }),
        isRefined: Int.random(in: 0..<8, using: &random) == 0,
        plugin: [nil, nil, "a", "b"].randomElement(using: &random)!)
    }
  }

  @Test("extends the other rules, and is an order")
  func isOrder() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let all = Self.extensions(&random)
      let order = RankedOrder(all)
      for one in all.indices {
        #expect(!order.precedes(one, one))
        for other in all.indices where order.precedes(one, other) {
          #expect(!order.precedes(other, one), "\(all)")
          for last in all.indices where order.precedes(other, last) {
            #expect(order.precedes(one, last), "\(all)")
          }
        }
        for other in all.indices {
          if let (rule, isFirst) = all[one].decision(over: all[other]) {
            #expect((isFirst ? order.rule(one, other) : order.rule(other, one)) == rule, "\(all)")
          } else if one != other, all[one].plugin != all[other].plugin {
            #expect(order.precedes(one, other) != order.precedes(other, one), "\(all)")
          }
        }
      }
    }
  }

  @Test("does not depend on the order of loading")
  func isOfSet() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let all = Self.extensions(&random)
      let shuffled = all.shuffled(using: &random)
      let (order, other) = (RankedOrder(all), RankedOrder(shuffled))
      for one in all.indices {
        for two in all.indices {
          let (first, second) = (
            shuffled.firstIndex(of: all[one])!, shuffled.firstIndex(of: all[two])!
          )
          #expect(order.rule(one, two) == other.rule(first, second), "\(all)")
        }
      }
    }
  }

  private func chain(_ all: [Extension]) -> (links: [Int], rules: [ResolutionRule]) {
    let chain = RankedOrder(all).chain { _ in true }
    return (chain.links.map { all[$0].number }, chain.rules)
  }

  private func extending(
    _ number: Int, _ constraints: Set<Int> = [], of plugin: String? = nil
  ) -> Extension {
    Extension(
      number: number, priority: 0, constraints: constraints, isRefined: false, plugin: plugin)
  }

  @Test("a plug-in's comes before the program's, and plug-ins' by name")
  func plugins() {
    let found = chain([extending(0), extending(1, of: "b"), extending(2, of: "a")])
    #expect(found.links == [2, 1, 0])
    #expect(found.rules == [.name, .plugin])
  }

  @Test("a more specific one of the program comes before a plug-in's")
  func specific() {
    let found = chain([extending(0), extending(1, [1]), extending(2, of: "a")])
    #expect(found.links == [1, 2, 0])
    #expect(found.rules == [.specific, .plugin])
  }

  @Test("two of one plug-in are in conflict")
  func conflict() {
    let chain = RankedOrder([extending(0), extending(1, of: "a"), extending(2, of: "a")])
      .chain { _ in true }
    #expect(chain.links == [0])
    #expect(chain.conflicts == [[1, 2]])
  }
}
