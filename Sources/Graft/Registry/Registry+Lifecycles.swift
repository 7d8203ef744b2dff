// SPDX-License-Identifier: Apache-2.0

// Calls of lifecycles. They are users' code: no lock may be held.
extension Registry {
  /// Calls each image's `onLoad` once, the oldest first.
  ///
  /// - Parameter begun: the images whose `onLoad` was called during this change.
  /// - Throws: the first failure; `settle` has to be called all the same.
  func begin(_ numbers: [Int], _ begun: inout [Int]) throws(ChangeRefusal) {
    for number in numbers.inOrder(<) where !begun.contains(number) {
      guard let (image, lifecycle) = lifecycle(of: number) else { continue }
      guard try turn(of: number, image) == .tell else { continue }
      do {
        try lifecycle.onLoad(image)
      } catch {
        removeInstalled(by: [Owner(entry(number).loaded)])
        state.withLock { $0.lifecycles.forget(number) }
        turns.raise()
        throw ChangeRefusal.lifecycle(path: image.path, reason: "\(error)")
      }
      begun.append(number)
    }
  }

  /// Waits for other threads that call the image's lifecycle.
  private func turn(
    of number: Int, _ image: ExtensionImage
  ) throws(ChangeRefusal) -> LifecycleTable.Turn {
    while true {
      let count = turns.count
      let turn = state.withLock { $0.lifecycles.begin(number, on: CurrentThread.number) }
      switch turn {
      case .tell, .over: return turn
      case .wait: turns.wait(after: count)
      case .entangled:
        throw .lifecycle(
          path: image.path,
          reason: "this thread runs an onLoad or onWithdraw, and another of the image is under "
            + "way: load it elsewhere")
      }
    }
  }

  /// Ends a change.
  ///
  /// The lifecycles that it began go on, and `onWithdraw` is called for images that
  /// do not count after all.
  func settle(_ begun: [Int]) {
    guard !begun.isEmpty else { return }
    let ended = state.withLock { state in
      for number in begun { state.lifecycles.settle(number) }
      return state.endLifecycles(of: begun)
    }
    turns.raise()
    tellWithdrawn(ended)
  }

  /// Calls the images' `onWithdraw`, the newest first, and removes what their code has installed:
  /// the next `onLoad` installs it anew.
  ///
  /// - Parameter numbers: images for which `end` was true.
  func tellWithdrawn(_ numbers: [Int]) {
    for number in numbers.inOrder(>) {
      if let (image, lifecycle) = lifecycle(of: number) {
        lifecycle.onWithdraw(image)
        removeInstalled(by: [Owner(entry(number).loaded)])
      }
      state.withLock { $0.lifecycles.forget(number) }
      turns.raise()
    }
  }

  private func lifecycle(
    of number: Int
  ) -> (image: ExtensionImage, lifecycle: any ImageLifecycle.Type)? {
    let entry = entry(number)
    return entry.loaded.manifestAccessor.flatMap { AccessorRequest(accessor: $0).lifecycle }.map {
      (entry.image, $0)
    }
  }
}

extension Registry.State {
  /// Ends the lifecycles of images that no longer count.
  ///
  /// The caller calls `tellWithdrawn` for them without the lock.
  mutating func endLifecycles(of numbers: [Int]) -> [Int] {
    let thread = CurrentThread.number
    return numbers.filter { !program.images.counts($0) && lifecycles.end($0, on: thread) }
  }
}

/// The phases of the images' lifecycles.
struct LifecycleTable {
  private enum Phase: Equatable {
    /// This thread calls `onLoad`.
    case beginning(thread: UInt)
    case begun
    /// This thread calls `onWithdraw`.
    case ending(thread: UInt)
  }

  private var phases = KeyTable<Int, Phase>()

  /// The step that is needed before an image may count.
  enum Turn: Equatable {
    /// Call its `onLoad`.
    case tell
    /// Nothing is left to do.
    case over
    /// Wait for another thread.
    case wait
    /// Give up: this thread is in a lifecycle, so waiting could last for ever.
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

  /// Whether the image's `onLoad` was called and no `onWithdraw` has returned since.
  func isUnderWay(_ number: Int) -> Bool { phases[number] != nil }

  /// Notes that an image counts whose `onLoad` has returned.
  mutating func settle(_ number: Int) { phases[number] = .begun }

  /// Begins the end of an image that no longer counts.
  ///
  /// - Returns: false if it has not begun.
  mutating func end(_ number: Int, on thread: UInt) -> Bool {
    guard phases[number] == .begun else { return false }
    phases[number] = .ending(thread: thread)
    return true
  }

  /// Forgets an image whose lifecycle is over.
  mutating func forget(_ number: Int) { phases[number] = nil }
}
