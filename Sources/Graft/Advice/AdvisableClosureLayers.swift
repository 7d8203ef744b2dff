// SPDX-License-Identifier: Apache-2.0

/// What was put around a closure, to take it off again.
public struct AdvisableClosureToken: Sendable {
  private let take: @Sendable () -> Bool

  init(_ take: @escaping @Sendable () -> Bool) {
    self.take = take
  }

  /// Takes it off: later calls do not reach it, calls in flight may still run it.
  ///
  /// - Returns: true once, false after; also false if the closure is gone.
  @discardableResult
  public func remove() -> Bool { take() }
}

/// A closure around another.
class AdvisableClosureLayer: @unchecked Sendable {
  let id = InstalledAdvice.lastID.next()
}

/// What is around a closure at this moment.
final class AdvisableClosureLayers: Sendable {
  /// The layers from the outermost to the innermost. It never changes: a closure gets another.
  private final class List: Sendable {
    let layers: [AdvisableClosureLayer]

    init(_ layers: [AdvisableClosureLayer]) { self.layers = layers }
  }

  /// Where calls find the list; nothing while it is empty.
  private let slot = AdviceSlot()

  // No call is left that could be in the slot: each keeps the closure.
  deinit { slot.discard() }

  /// From the outermost to the innermost, for a call to keep while it runs. Takes no lock.
  var current: ArraySlice<AdvisableClosureLayer> {
    slot.retained(as: List.self)?.layers[...] ?? []
  }

  func add(_ layer: AdvisableClosureLayer) -> AdvisableClosureToken {
    change { [layer] + $0 }
    // The number, not the layer: a token keeps nothing that a closure has captured.
    let id = layer.id
    return AdvisableClosureToken { [weak self] in
      self?.change { $0.filter { $0.id != id } } ?? false
    }
  }

  /// - Returns: whether there are other layers now.
  @discardableResult
  private func change(
    _ change: (ArraySlice<AdvisableClosureLayer>) -> [AdvisableClosureLayer]
  ) -> Bool {
    // One thread at a time; also kept across a fork.
    let isChanged = RegistryLock.withLock {
      let before = current
      let layers = change(before)
      if layers.count == before.count { return false }
      if let retired = slot.exchange(layers.isEmpty ? nil : List(layers)) {
        RetiredAdvice.add([retired])
      }
      return true
    }
    RetiredAdvice.release(of: [slot])
    return isChanged
  }
}

extension StandardError {
  /// A call's arguments, as `printArguments` of closures shows them.
  static func write(call label: String, _ arguments: [String]) {
    write("\(label)(\(arguments.joined(separator: ", ")))\n")
  }
}
