// SPDX-License-Identifier: Apache-2.0

/// What is asked when a call has come to the end of a chain: who made the chain knows what
/// was considered, and says so.
final class ChainEnd: Sendable {
  private let stopping: @Sendable (any ExtensionBase.Type, Int) -> Never

  init(_ stop: @escaping @Sendable (any ExtensionBase.Type, Int) -> Never) {
    stopping = stop
  }

  /// A seat for a link that ends chains: it has this, marked, for each successor, and the class
  /// where other links have what stands in front. Lives as long as the link, which is for ever.
  ///
  /// - Parameter requirementCount: of the protocol.
  func seat(of base: any ExtensionBase.Type, _ requirementCount: Int) -> LinkSeat {
    // Whoever publishes the seat keeps this object as long. The mark is a bit that no address of
    // an object has.
    let end = Unmanaged.passUnretained(self).toOpaque() + Int(LinkSeat.endMark)
    return .allocate(
      requirementCount + 1, slot: unsafeBitCast(base as Any.Type, to: UInt.self)
    ) { _ in LinkAddress(address: end) }
  }

  fileprivate func stop(_ base: any ExtensionBase.Type, _ requirement: Int) -> Never {
    stopping(base, requirement)
  }
}

extension LinkSeat {
  /// Ends the process: the chain of a requirement ends here. This is in each call of `super`,
  /// so it asks for as little as can be.
  @usableFromInline
  func stop(at requirement: Int) -> Never {
    let end = successors[requirement] - Int(Self.endMark)
    let type = (successors - 1).withMemoryRebound(to: Any.Type.self, capacity: 1) { $0.pointee }
    guard let base = type as? any ExtensionBase.Type else {
      fatalError("Graft: \(type) ends a chain, and is no extension's class")
    }
    Unmanaged<ChainEnd>.fromOpaque(end).takeUnretainedValue().stop(base, requirement)
  }
}
