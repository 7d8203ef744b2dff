// SPDX-License-Identifier: Apache-2.0

/// A table by objects, which it does not keep alive.
///
/// A read takes no lock: it enters the table's slot as a call enters a link's advice, so that
/// replaced buckets can be released after the reads. Buckets are immutable. A change replaces one
/// of them, or all of them when there are twice as many objects as buckets.
final class ObjectTable<Payload: Sendable>: @unchecked Sendable {
  typealias Entry = (object: WeakObject, payload: Payload)

  private final class Bucket: Sendable {
    let entries: [Entry]

    init(_ entries: [Entry]) {
      self.entries = entries
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

    subscript(index: Int) -> [Entry] {
      unmanaged(index)?.takeUnretainedValue().entries ?? []
    }

    func find<Found>(_ address: UInt, _ read: (Payload) -> Found) -> Found? {
      unmanaged(index(of: address))?._withUnsafeGuaranteedRef { bucket in
        bucket.entries.first { $0.object.address == address && !$0.object.isGone }
          .map { read($0.payload) }
      }
    }

    /// Replaces a bucket.
    ///
    /// - Returns: the old bucket, which the caller releases.
    func exchange(_ entries: [Entry], at index: Int) -> Unmanaged<AnyObject>? {
      let bits =
        entries.isEmpty ? 0 : UInt(bitPattern: Unmanaged.passRetained(Bucket(entries)).toOpaque())
      let old = SharedWord(first + index).exchange(bits)
      return UnsafeRawPointer(bitPattern: old).map { .fromOpaque($0) }
    }

    private func unmanaged(_ index: Int) -> Unmanaged<Bucket>? {
      UnsafeRawPointer(bitPattern: SharedWord(first + index).acquire())
        .map { .fromOpaque($0) }
    }
  }

  /// Holds the buckets for reads.
  private let slot = AdviceSlot()
  // The registry's lock guards these.
  private var buckets = Buckets(count: 4)
  private(set) var objectCount = 0
  private var nextSwept = 0

  init() { _ = slot.exchange(buckets) }

  // A thread that reads the table retains this.
  deinit { slot.discard() }

  /// Enters the slot, and reads what an object has.
  ///
  /// One `AdviceSlot.leave()` on the same thread has to follow.
  @inline(__always)
  func enter<Found>(_ address: UInt, _ read: (Payload) -> Found) -> Found? {
    slot.enter(as: Buckets.self).flatMap { buckets in
      unsafe buckets._withUnsafeGuaranteedRef { $0.find(address, read) }
    }
  }

  func value(of object: AnyObject) -> Payload? {
    defer { AdviceSlot.leave() }
    return enter(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())) { $0 }
  }

  // MARK: Changes, under the registry's lock

  var entries: [Entry] { (0..<buckets.count).flatMap { buckets[$0] } }

  /// Changes what an object has.
  ///
  /// - Parameters:
  ///   - kept: gets objects to release without the lock.
  ///   - change: gets nil if the object has nothing yet, and leaves nil for nothing.
  /// - Returns: the objects that reads may still be using.
  func change(
    _ object: WeakObject, keeping kept: inout [AnyObject], _ change: (inout Payload?) -> Void
  ) -> [RetiredBodies.Body] {
    let retired = objectCount >= 2 * buckets.count ? [grow()] : []
    return retired
      + changeBucket(of: object) { entries in
        // Several objects can have had this address, but only one is alive.
        let index = entries.firstIndex {
          $0.object.address == object.address && !$0.object.isGone(keeping: &kept)
        }
        var payload = index.map { entries[$0].payload }
        change(&payload)
        if let index { entries.remove(at: index) }
        if let payload { entries.append((object, payload)) }
      }
  }

  /// Changes the entries of the bucket that an object belongs to.
  func changeBucket(
    of object: WeakObject, _ change: (inout [Entry]) -> Void
  ) -> [RetiredBodies.Body] {
    replace(buckets.index(of: object.address), change)
  }

  /// Removes what gone objects had from one more bucket.
  ///
  /// Each call checks the next one, so all are found eventually.
  func sweep(keeping kept: inout [AnyObject]) -> [RetiredBodies.Body] {
    nextSwept = (nextSwept + 1) & (buckets.count - 1)
    let entries = buckets[nextSwept]
    let living = entries.filter { !$0.object.isGone(keeping: &kept) }
    return living.count == entries.count ? [] : replace(nextSwept) { $0 = living }
  }

  private func replace(
    _ index: Int, _ change: (inout [Entry]) -> Void
  ) -> [RetiredBodies.Body] {
    var entries = buckets[index]
    let before = entries.count
    change(&entries)
    objectCount += entries.count - before
    return buckets.exchange(entries, at: index)
      .map { [RetiredBodies.Body(slot: slot, object: $0)] } ?? []
  }

  private func grow() -> RetiredBodies.Body {
    let larger = Buckets(count: 4 * buckets.count)
    var all: [[Entry]] = Array(repeating: [], count: larger.count)
    for each in entries { all[larger.index(of: each.object.address)].append(each) }
    for (index, entries) in all.enumerated() { _ = larger.exchange(entries, at: index) }
    buckets = larger
    return slot.exchange(larger)!
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
