// SPDX-License-Identifier: Apache-2.0

/// The links to call, and what those that run advice are to run.
final class AdvisedHeads: InterceptedHeads {
  private let links: AdviceLinks
  private let tables: AdviceTables
  /// What the links ran before.
  private let retired = Guarded<[RetiredBodies.Body]>([])

  init(_ links: AdviceLinks, _ tables: AdviceTables) {
    self.links = links
    self.tables = tables
  }

  var heads: [LinkAddress] { links.heads }

  func exchange(version: UInt64) {
    let taken = tables.state.underLock { state in
      links.exchanges.compactMap { exchange in
        let standing = exchange.steps?.advice ?? []
        let left = standing.filter { $0.id == 0 || state.advice[$0.id] != nil }
        let steps =
          left.count == standing.count ? exchange.steps : left.isEmpty ? nil : AdviceSteps(left)
        return state.links.exchange(steps, in: exchange.key, version: version)
      }
    }
    RetiredAdvice.add(taken)
    retired.underLock { $0 += taken }
  }

  func release() {
    let slots = retired.withLock { retired in
      defer { retired = [] }
      return retired.map(\.slot)
    }
    if !slots.isEmpty { RetiredAdvice.release(of: slots) }
  }
}
