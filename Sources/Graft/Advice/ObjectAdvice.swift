// SPDX-License-Identifier: Apache-2.0

/// The advice of single objects at one place of a chain, found by the object's address.
///
/// A call notes that it reads the table, as it notes that it is in a link's advice. What
/// a change takes out of the table is released when no call reads it any more. Buckets
/// are immutable, and a change replaces one of them; when there are twice as many
/// objects as buckets, all of them.
final class ObjectAdvice: AdviceBody, @unchecked Sendable {
  /// The advice of the objects whose addresses fall into one bucket.
  private final class Bucket: Sendable {
    let objects: [(object: WeakObject, advice: [InstalledAdvice], entries: RunningAdviceList)]

    init(_ objects: [(WeakObject, [InstalledAdvice])]) {
      self.objects = objects.map { object, advice in
        (object, advice, RunningAdviceList(advice.map(\.standing)))
      }
    }
  }

  /// Addresses of buckets, each of them retained.
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

    /// Objects are aligned to 16 bytes: the product's upper bits depend on all others.
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

    /// - Returns: what was there, for the caller to release.
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

  /// The objects of one class whose advice stands at one point of its chains.
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
  /// Where calls find the buckets.
  let slot = AdviceSlot()
  // Under the registry's lock.
  private var buckets = Buckets(count: 4)
  private(set) var objectCount = 0
  /// Whether each chain that is used finds it: until then, installing is not over.
  var isInChains = false

  init(_ group: Group) {
    self.group = group
    super.init(.objects, .around)
    _ = slot.exchange(buckets)
  }

  // No call is left that could read the table: it would be in a link that has this.
  deinit { slot.discard() }

  /// By age, of the objects that live.
  var installed: [InstalledAdvice] {
    let all = RegistryLock.withLock {
      (0..<buckets.count).flatMap { buckets[$0]?.objects ?? [] }
    }
    return all.filter { !$0.object.isGone }.flatMap(\.advice).inOrder { $0.id < $1.id }
  }

  // MARK: In a call

  /// The advice of an object. If there is any, the call is in it until it leaves the slot.
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

  /// - Parameter kept: what is to be let go of when the lock is open.
  /// - Returns: what calls may still be reading.
  func add(
    _ advice: InstalledAdvice, of object: WeakObject, keeping kept: inout [AnyObject]
  ) -> [RetiredBodies.Body] {
    let retired = objectCount >= 2 * buckets.count ? [grow()] : []
    return retired
      + changeBucket(of: object) { objects in
        // Of several objects that had the address one after the other, one is not gone.
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
    let larger = Buckets(count: 4 * buckets.count)
    let objects = (0..<buckets.count).flatMap { buckets[$0]?.objects ?? [] }
    var byIndex = KeyTable<Int, [(object: WeakObject, advice: [InstalledAdvice])]>()
    for each in objects {
      byIndex[larger.index(of: each.object.address), default: []]
        .append((each.object, each.advice))
    }
    for (index, objects) in byIndex.pairs {
      _ = larger.exchange(Bucket(objects.map { ($0.object, $0.advice) }), at: index)
    }
    buckets = larger
    return slot.exchange(larger)!
  }
}

extension RunningAdvice {
  /// The advice of the object at an address. Where there is any, the call has to leave it.
  @inline(never)
  func enterAdvice(of object: UInt) -> UnsafePointer<RunningAdvice>? {
    unsafe body(as: ObjectAdvice.self)._withUnsafeGuaranteedRef { $0.enter(object) }
  }

  /// The advice of the object at an address, for a call that may go on on another thread.
  func keepAdvice(of object: UInt) -> RunningAdviceList? {
    unsafe body(as: ObjectAdvice.self)._withUnsafeGuaranteedRef { $0.keep(object) }
  }
}

/// An object that is not kept alive.
final class WeakObject: @unchecked Sendable {
  // Never written after the initialiser; the runtime guards its own reads.
  private weak var object: AnyObject?
  /// No other object's while this one is there.
  let address: UInt
  let type: AnyClass

  init(_ object: AnyObject) {
    self.object = object
    address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    type = Swift.type(of: object)
  }

  /// To look at it can be the last that anyone has of it, and run a deinitialiser of users:
  /// no lock may be held.
  var isGone: Bool { object == nil }

  /// Whether the object is gone, for code with the lock.
  ///
  /// - Parameter kept: what is to be let go of when the lock is open.
  func isGone(keeping kept: inout [AnyObject]) -> Bool {
    guard let object else { return true }
    kept.append(object)
    return false
  }
}
