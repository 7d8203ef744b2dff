// SPDX-License-Identifier: Apache-2.0

/// An image that does not want to count.
struct LifecycleFailure: Error {
  let path: String
  /// What it threw.
  let reason: String

  var error: ImageLoadError { .lifecycleFailed(path: path, reason: reason) }
}

/// Telling images that they come to count and cease to. That is the code of users: no lock is
/// held.
extension Registry {
  /// Images that were told that they come to count, while it is not settled whether they do.
  struct Beginning {
    fileprivate var numbers: [Int] = []
  }

  /// Tells images that they come to count, those that arrived first before the others, and
  /// each once.
  ///
  /// - Throws: what the first of them throws; `settle` is to be called all the same.
  func begin(
    _ numbers: [Int], _ beginning: inout Beginning
  ) throws(LifecycleFailure) {
    for number in numbers.inOrder(<) where !beginning.numbers.contains(number) {
      guard let (image, lifecycle) = lifecycle(of: number) else { continue }
      guard try turn(of: number, image) == .tell else { continue }
      do {
        try lifecycle.onLoad(image)
      } catch {
        state.withLock { $0.lifecycles.forget(number) }
        turns.raise()
        throw LifecycleFailure(path: image.path, reason: "\(error)")
      }
      beginning.numbers.append(number)
    }
  }

  /// Waits for other threads that tell an image something.
  private func turn(
    of number: Int, _ image: ExtensionImage
  ) throws(LifecycleFailure) -> LifecycleTable.Turn {
    while true {
      let count = turns.count
      let turn = state.withLock { $0.lifecycles.begin(number, on: CurrentThread.number) }
      switch turn {
      case .tell, .over: return turn
      case .wait: turns.wait(after: count)
      case .entangled:
        throw LifecycleFailure(
          path: image.path,
          reason: "this thread runs an onLoad or onWithdraw, and another of the image is under "
            + "way: load it elsewhere")
      }
    }
  }

  /// Those that were told and do not count after all are told that.
  func settle(_ beginning: Beginning) {
    guard !beginning.numbers.isEmpty else { return }
    let thread = CurrentThread.number
    let ended = state.withLock { state in
      for number in beginning.numbers { state.lifecycles.settle(number) }
      return beginning.numbers.filter {
        !state.program.images.counts($0) && state.lifecycles.end($0, on: thread)
      }
    }
    turns.raise()
    tellWithdrawn(ended)
  }

  /// Tells images that they have ceased to count, the last that arrived first.
  ///
  /// - Parameter numbers: for which `end` was true.
  func tellWithdrawn(_ numbers: [Int]) {
    for number in numbers.inOrder(>) {
      if let (image, lifecycle) = lifecycle(of: number) { lifecycle.onWithdraw(image) }
      state.withLock { $0.lifecycles.forget(number) }
      turns.raise()
    }
  }

  private func lifecycle(
    of number: Int
  ) -> (image: ExtensionImage, lifecycle: any ImageLifecycle.Type)? {
    let entry = entry(number)
    return entry.loaded.manifestAccessor.flatMap(AccessorCall.lifecycle).map { (entry.image, $0) }
  }
}

extension Registry.State {
  /// Picks the images that are to be told, when the lock is open, that they have ceased to count
  /// since an earlier program.
  mutating func endLifecycles(since earlier: Program) -> [Int] {
    let thread = CurrentThread.number
    return program.images.numbers(changedSince: earlier.images).filter {
      !program.images.counts($0) && lifecycles.end($0, on: thread)
    }
  }
}

/// Which images have been told that they count, and which are just being told something.
struct LifecycleTable {
  private enum Phase: Equatable {
    /// Told by this thread that they come to count, which they may refuse.
    case beginning(thread: UInt)
    case begun
    /// Told by this thread that they have ceased to count.
    case ending(thread: UInt)
  }

  private var phases = KeyTable<Int, Phase>()

  /// What is to be done before an image may count.
  enum Turn: Equatable {
    /// To tell it.
    case tell
    /// Nothing: it was told.
    case over
    /// To wait until another thread has told it.
    case wait
    /// To give up: this thread is in an `onLoad` or `onWithdraw`, and another, or the same, is
    /// in one of this image. To wait could be for ever.
    case entangled
  }

  mutating func begin(_ number: Int, on thread: UInt) -> Turn {
    switch phases[number] {
    case nil:
      phases[number] = .beginning(thread: thread)
      return .tell
    case .begun: return .over
    case .beginning, .ending:
      let isInside = phases.values.contains { phase in
        phase == .beginning(thread: thread) || phase == .ending(thread: thread)
      }
      return isInside ? .entangled : .wait
    }
  }

  /// An image that was told counts.
  mutating func settle(_ number: Int) { phases[number] = .begun }

  /// An image that was told does not count after all, or not any more.
  ///
  /// - Returns: false if it was not told, or is being told just now.
  mutating func end(_ number: Int, on thread: UInt) -> Bool {
    guard phases[number] == .begun else { return false }
    phases[number] = .ending(thread: thread)
    return true
  }

  /// An image has nothing more to be told.
  mutating func forget(_ number: Int) { phases[number] = nil }
}
