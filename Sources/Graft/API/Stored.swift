// SPDX-License-Identifier: Apache-2.0

/// A value for each object, which extensions keep beside their subjects. An object whose `deinit` has
/// begun has none any more: it reads as the initial one.
///
/// An extension has no stored properties, since one link serves all subjects. A constant of this
/// type, outside of the class, stands for one:
///
/// ```swift
/// private let titles = Stored("untitled")
///
/// @Extension
/// final class Titled<Subject: Document>: DocumentExtension<Subject> {
///   override func title(_ subject: Subject) -> String { titles[subject] }
///   override func setTitle(_ subject: Subject, _ newValue: String) { titles[subject] = newValue }
/// }
/// ```
///
/// Each table has a lock; `update` changes a value in one step. The objects are not kept alive. Later
/// changes release the values of gone ones.
public final class Stored<Value: Sendable>: Sendable {
  private let initial: Value
  private let table = Locked(Table())

  fileprivate struct Entry {
    let object: WeakObject
    var value: Value
    /// The number of the change that has set the value.
    var version: UInt64

    /// The value of an object that is not gone.
    var current: Value? { object.isGone ? nil : value }
  }

  fileprivate struct Table {
    var entries: [UInt: Entry] = [:]
    var lastVersion: UInt64 = 0
    /// The addresses of objects that were given a value, and the index at which `takeGone` goes on.
    var addresses: [UInt] = []
    var nextLook = 0
  }

  /// - Parameter initial: the value of objects that have been given none.
  public init(_ initial: Value) {
    self.initial = initial
  }

  /// The object's value.
  public subscript(object: some AnyObject) -> Value {
    get { entry(of: object)?.current ?? initial }
    set { _ = set(newValue, of: object) }
  }

  /// A value has no identity.
  @available(
    *, unavailable,
    message:
      "only objects have stored values: constrain the subject to AnyObject, or keep the state in a requirement of the type"
  )
  @_disfavoredOverload
  public subscript(value: some Any) -> Value {
    get { initial }
    set {}
  }

  /// Changes the object's value in one step, while other threads change it too.
  ///
  /// - Parameters:
  ///   - object: the object.
  ///   - change: called without a lock, and once more, with the newer value, each time that another
  ///     thread was faster. It must not change the same value of the object by another way, which
  ///     would be faster each time.
  /// - Returns: the closure's last result.
  public func update<Result>(
    _ object: some AnyObject, _ change: (inout Value) throws -> Result
  ) rethrows -> Result {
    while true {
      let entry = entry(of: object)
      var value = entry?.current ?? initial
      let result = try change(&value)
      if set(value, of: object, expected: entry?.version ?? 0) { return result }
    }
  }

  /// Lets the object have the initial value again.
  public func remove(from object: some AnyObject) { _ = set(nil, of: object) }

  // MARK: Parts

  private static func address(_ object: AnyObject) -> UInt {
    UInt(bitPattern: ObjectIdentifier(object))
  }

  private func entry(of object: AnyObject) -> Entry? {
    table.withLock { $0.entries[Self.address(object)] }
  }

  /// Sets or removes the object's value.
  ///
  /// - Parameter expected: the number of the change that set the value until now, 0 for none; nil
  ///   for any.
  /// - Returns: false if another change has set it.
  private func set(_ value: Value?, of object: AnyObject, expected: UInt64? = nil) -> Bool {
    let address = Self.address(object)
    // Objects and values are released after the lock.
    var (taken, kept): ([Entry], [AnyObject]) = ([], [])
    defer { extendLifetime((taken, kept)) }
    return table.withLock { table in
      let known = table.entries[address]
      if let expected, expected != known?.version ?? 0 { return false }
      if let known { taken.append(known) }
      table.lastVersion += 1
      if known == nil, value != nil { table.addresses.append(address) }
      table.entries[address] = value.map {
        Entry(object: known?.object ?? WeakObject(object), value: $0, version: table.lastVersion)
      }
      table.takeGone(&taken, keeping: &kept)
      return true
    }
  }
}

extension Stored.Table {
  /// Takes out what two objects have, if they are gone.
  ///
  /// So all are found eventually.
  fileprivate mutating func takeGone(_ taken: inout [Stored.Entry], keeping kept: inout [AnyObject])
  {
    for _ in 0..<min(2, addresses.count) {
      if nextLook >= addresses.count { nextLook = 0 }
      let entry = entries[addresses[nextLook]]
      if let entry, !entry.object.isGone(keeping: &kept) {
        nextLook += 1
        continue
      }
      if let entry { taken.append(entry) }
      entries[addresses[nextLook]] = nil
      addresses.swapAt(nextLook, addresses.count - 1)
      addresses.removeLast()
    }
  }
}
