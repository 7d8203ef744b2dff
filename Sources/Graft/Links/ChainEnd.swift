// SPDX-License-Identifier: Apache-2.0

/// What is asked when a call has come to the end of a chain: who made the chain knows what
/// was considered, and says so.
final class ChainEnd: Sendable {
  /// The mark of links that end chains, in the word before their successors, where other
  /// links have what runs in front of them.
  static var mark: UInt { 1 }

  private let stopping: @Sendable (any ExtensionBase.Type, Int) -> Never

  init(_ stop: @escaping @Sendable (any ExtensionBase.Type, Int) -> Never) {
    stopping = stop
  }

  /// A seat for a link that ends chains: there is no successor, and in its place this.
  /// Lives as long as the link, which is for ever.
  var seat: LinkSeat {
    .allocate([LinkAddress(address: Unmanaged.passUnretained(self).toOpaque())], slot: Self.mark)
  }

  fileprivate static func of(_ seat: LinkSeat) -> ChainEnd {
    Unmanaged<ChainEnd>.fromOpaque(seat.successors[0]).takeUnretainedValue()
  }

  fileprivate func stop(_ base: any ExtensionBase.Type, _ requirement: Int) -> Never {
    stopping(base, requirement)
  }
}

extension GeneratedCode {
  /// Ends the process: the chain of a link's requirement is empty.
  public static func unanswered(in link: ExtensionLink, _ number: Int) -> Never {
    guard let base = type(of: link) as? any ExtensionBase.Type else {
      fatalError("Graft: \(type(of: link)) ends a chain, and is no extension's class")
    }
    ChainEnd.of(link.seat).stop(base, number)
  }
}
