// SPDX-License-Identifier: Apache-2.0

/// The advice of single objects at one point of a chain, found by the object's
/// address.
final class ObjectAdvice: AdviceBody, @unchecked Sendable {
  /// The advice of one object, the oldest first.
  private struct OfObject: Sendable {
    let advice: [InstalledAdvice]
    let entries: RunningAdviceList

    init(_ advice: [InstalledAdvice]) {
      self.advice = advice
      entries = RunningAdviceList(advice.map(\.linked))
    }
  }

  let group: AdviceGroup
  private let table = ObjectTable<OfObject>()
  /// Whether all chains in use have its link.
  ///
  /// The registry's lock guards it.
  var isInChains = false

  init(_ group: AdviceGroup) {
    self.group = group
    super.init(.objects, .around)
  }

  /// The number of objects with advice.
  var objectCount: Int { table.objectCount }

  /// The advice of living objects, the oldest first.
  var installed: [InstalledAdvice] {
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

  /// Adds the advice of an object.
  ///
  /// - Parameter kept: gets objects to release without the lock.
  /// - Returns: the objects that calls may still be reading.
  func add(
    _ advice: InstalledAdvice, of object: WeakObject, keeping kept: inout [AnyObject]
  ) -> [RetiredBodies.Body] {
    table.change(object, keeping: &kept) { ofObject in
      ofObject = OfObject(((ofObject?.advice ?? []) + [advice]).inOrder { $0.id < $1.id })
    }
  }

  func remove(
    _ advice: InstalledAdvice, of object: WeakObject
  ) -> [RetiredBodies.Body] {
    // The object may be gone, and another one have its address.
    table.changeBucket(of: object) { entries in
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
    unsafe body(as: ObjectAdvice.self)._withUnsafeGuaranteedRef { $0.enter(object) }
  }

  /// The advice of the object at an address, for a call that can change its thread.
  func keepAdvice(of object: UInt) -> RunningAdviceList? {
    unsafe body(as: ObjectAdvice.self)._withUnsafeGuaranteedRef { $0.keep(object) }
  }
}
