// SPDX-License-Identifier: Apache-2.0

/// The advice of single objects, found by the object's address.
final class ObjectAdvice: GroupAdvice, @unchecked Sendable {
  /// The advice of one object, the oldest first.
  private struct OfObject: Sendable {
    let advice: [InstalledAdvice]
    let entries: RunningAdviceList

    init(_ advice: [InstalledAdvice]) {
      self.advice = advice
      entries = RunningAdviceList(advice.map(\.linked))
    }
  }

  private let table = ObjectTable<OfObject>()

  init(_ position: ChainPosition) { super.init(position, .objects) }

  override var installed: [InstalledAdvice] {
    let all = RegistryLock.withLock { table.entries }
    return all.filter { !$0.object.isGone }.flatMap(\.payload.advice).inOrder { $0.id < $1.id }
  }

  // MARK: Calls

  /// The advice of an object.
  ///
  /// If there is any, the call has to leave the slot.
  func enter(_ address: UInt) -> UnsafePointer<RunningAdvice>? {
    if let first = table.enter(address, { $0.entries.first }) { return first }
    AdviceSlot.leave()
    return nil
  }

  func keep(_ address: UInt) -> RunningAdviceList? {
    defer { AdviceSlot.leave() }
    return table.enter(address) { $0.entries }
  }

  // MARK: Changes, under the registry's lock

  override var isEmpty: Bool { table.objectCount == 0 }

  override func add(
    _ advice: InstalledAdvice, keeping kept: inout [AnyObject]
  ) -> [RetiredBodies.Body] {
    table.change(advice.object!, keeping: &kept) { ofObject in
      ofObject = OfObject(((ofObject?.advice ?? []) + [advice]).inOrder { $0.id < $1.id })
    }
  }

  override func remove(_ advice: InstalledAdvice) -> [RetiredBodies.Body] {
    // The object may be gone, and another one have its address.
    table.changeBucket(of: advice.object!) { entries in
      let index = entries.firstIndex { $0.payload.advice.contains { $0 === advice } }
      guard let index else { return }
      let left = entries[index].payload.advice.filter { $0 !== advice }
      if left.isEmpty {
        entries.remove(at: index)
      } else {
        entries[index].payload = OfObject(left)
      }
    }
  }
}

extension RunningAdvice {
  /// The advice of the object at an address.
  ///
  /// If there is any, the call has to leave the slot.
  @inline(never)
  func enterAdvice(of object: UInt) -> UnsafePointer<RunningAdvice>? {
    unsafe body(ofForm: ObjectAdvice.self)._withUnsafeGuaranteedRef { $0.enter(object) }
  }

  /// The advice of the object at an address, for a call that can change its thread.
  func keepAdvice(of object: UInt) -> RunningAdviceList? {
    unsafe body(ofForm: ObjectAdvice.self)._withUnsafeGuaranteedRef { $0.keep(object) }
  }
}
