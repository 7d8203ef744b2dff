// SPDX-License-Identifier: Apache-2.0

/// The advice of single objects at one point of a chain, found by the object's
/// address.
///
/// A call enters the table's slot as it enters a link's advice, so that replaced
/// buckets can be released after the calls that read them. Buckets are immutable. A
/// change replaces one of them, or all of them when there are twice as many objects
/// as buckets.
final class ObjectAdvice: AdviceBody, @unchecked Sendable {
  private final class Bucket: Sendable {
    let objects: [(object: WeakObject, advice: [InstalledAdvice], entries: RunningAdviceList)]

    init(_ objects: [(WeakObject, [InstalledAdvice])]) {
      self.objects = objects.map { object, advice in
        (object, advice, RunningAdviceList(advice.map(\.linked)))
      }
    }
  }

  /// Retained buckets by their indices.
  private final class Buckets: @unchecked Sendable {
    let count: Int
    private let first: UnsafeMutablePointer<UInt>

    init(count: Int) {
      self.count = count
      first = .allocate(capacity: count)
      first.initialize(repeating: 0, count: count)
    }

    deinit {
      for index in 0..<count { unmanaged(index)?.release() }
      first.deallocate()
    }

    /// The index of an object's bucket.
    ///
    /// It comes from the product's upper bits, since objects are aligned to 16 bytes.
    func index(of address: UInt) -> Int {
      Int(address.multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15).low >> 33) & (count - 1)
    }

    subscript(index: Int) -> Bucket? {
      unmanaged(index)?.takeUnretainedValue()
    }

    func entries(of address: UInt) -> RunningAdviceList? {
      unmanaged(index(of: address))?._withUnsafeGuaranteedRef { bucket in
        bucket.objects.first { $0.object.address == address && !$0.object.isGone }?.entries
      }
    }

    /// Replaces a bucket.
    ///
    /// - Returns: the old bucket, which the caller releases.
    func exchange(_ bucket: Bucket?, at index: Int) -> Unmanaged<AnyObject>? {
      let bits = bucket.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? 0
      let old = SharedWord(first + index).exchange(bits)
      return UnsafeRawPointer(bitPattern: old).map { .fromOpaque($0) }
    }

    private func unmanaged(_ index: Int) -> Unmanaged<Bucket>? {
      UnsafeRawPointer(bitPattern: SharedWord(first + index).acquire())
        .map { .fromOpaque($0) }
    }
  }

  /// The objects of one class with advice at one point of its chains.
  struct Group: TableKey {
    let extended: GeneratedCode.ExtensibleProtocol
    let requirement: Int
    let type: ObjectIdentifier
    let precedence: Int
    let rank: Int

    init(_ advice: InstalledAdvice, of object: WeakObject) {
      extended = advice.extended
      requirement = advice.requirement
      type = ObjectIdentifier(object.type)
      precedence = advice.options.precedence
      rank = advice.body.kind.rank
    }

    var hash: UInt { type.hash }

    static func == (one: Group, other: Group) -> Bool {
      one.extended === other.extended && one.requirement == other.requirement
        && one.type == other.type && one.precedence == other.precedence && one.rank == other.rank
    }

    func concerns(_ base: any ExtensionBase.Type) -> Bool {
      base.extensibleProtocol === extended && ObjectIdentifier(base.subject) == type
    }
  }

  let group: Group
  /// Holds the buckets for calls.
  let slot = AdviceSlot()
  // The registry's lock guards these.
  private var buckets = Buckets(count: 4)
  private(set) var objectCount = 0
  /// Whether all chains in use have its link.
  var isInChains = false

  init(_ group: Group) {
    self.group = group
    super.init(.objects, .around)
    _ = slot.exchange(buckets)
  }

  // A call that reads the table is in a link that retains this.
  deinit { slot.discard() }

  /// The advice of living objects, the oldest first.
  var installed: [InstalledAdvice] {
    let all = RegistryLock.withLock {
      (0..<buckets.count).flatMap { buckets[$0]?.objects ?? [] }
    }
    return all.filter { !$0.object.isGone }.flatMap(\.advice).inOrder { $0.id < $1.id }
  }

  // MARK: Calls

  /// The advice of an object.
  ///
  /// If there is any, the call has to leave the slot.
  func enter(_ address: UInt) -> UnsafePointer<RunningAdvice>? {
    if let buckets = slot.enter(as: Buckets.self),
      let first = unsafe buckets._withUnsafeGuaranteedRef({ $0.entries(of: address)?.first })
    {
      return first
    }
    AdviceSlot.leave()
    return nil
  }

  func keep(_ address: UInt) -> RunningAdviceList? {
    defer { AdviceSlot.leave() }
    return slot.enter(as: Buckets.self).flatMap { buckets in
      unsafe buckets._withUnsafeGuaranteedRef { $0.entries(of: address) }
    }
  }

  // MARK: Changes, under the registry's lock

  /// Adds the advice of an object.
  ///
  /// - Parameter kept: gets objects to release without the lock.
  /// - Returns: the objects that calls may still be reading.
  func add(
    _ advice: InstalledAdvice, of object: WeakObject, keeping kept: inout [AnyObject]
  ) -> [RetiredBodies.Body] {
    let retired = objectCount >= 2 * buckets.count ? [grow()] : []
    return retired
      + changeBucket(of: object) { objects in
        // Several objects can have had this address, but only one is alive.
        let index = objects.firstIndex { other, _ in
          other.address == object.address && !other.isGone(keeping: &kept)
        }
        if let index {
          objects[index].1 = (objects[index].1 + [advice]).inOrder { $0.id < $1.id }
        } else {
          objects.append((object, [advice]))
        }
      }
  }

  func remove(_ advice: InstalledAdvice, of object: WeakObject) -> [RetiredBodies.Body] {
    changeBucket(of: object) { objects in
      guard let index = objects.firstIndex(where: { $1.contains { $0 === advice } }) else { return }
      objects[index].1.removeAll { $0 === advice }
      if objects[index].1.isEmpty { objects.remove(at: index) }
    }
  }

  private func changeBucket(
    of object: WeakObject, _ change: (inout [(WeakObject, [InstalledAdvice])]) -> Void
  ) -> [RetiredBodies.Body] {
    let index = buckets.index(of: object.address)
    var objects = buckets[index]?.objects.map { ($0.object, $0.advice) } ?? []
    let before = objects.count
    change(&objects)
    objectCount += objects.count - before
    let old = buckets.exchange(objects.isEmpty ? nil : Bucket(objects), at: index)
    return old.map { [RetiredBodies.Body(slot: slot, object: $0)] } ?? []
  }

  private func grow() -> RetiredBodies.Body {
    let larger = Buckets(count: 4 * self.buckets.count)
    let objects = (0..<self.buckets.count).flatMap { self.buckets[$0]?.objects ?? [] }
    var buckets: [[(WeakObject, [InstalledAdvice])]] = Array(repeating: [], count: larger.count)
    for each in objects {
      buckets[larger.index(of: each.object.address)].append((each.object, each.advice))
    }
    for (index, objects) in buckets.enumerated() where !objects.isEmpty {
      _ = larger.exchange(Bucket(objects), at: index)
    }
    self.buckets = larger
    return slot.exchange(larger)!
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

final class WeakObject: @unchecked Sendable {
  // The property is not written after the initialiser, and the runtime synchronises
  // reads.
  private weak var object: AnyObject?
  let address: UInt
  let type: AnyClass

  init(_ object: AnyObject) {
    self.object = object
    address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    type = Swift.type(of: object)
  }

  /// Whether the object is gone.
  ///
  /// Reading it can release the object and run its deinitialiser: no lock may be
  /// held.
  var isGone: Bool { object == nil }

  /// Whether the object is gone, for code with the lock.
  ///
  /// - Parameter kept: gets the object, to be released without the lock.
  func isGone(keeping kept: inout [AnyObject]) -> Bool {
    guard let object else { return true }
    kept.append(object)
    return false
  }
}
