// SPDX-License-Identifier: Apache-2.0

/// A value for each object, which extensions keep beside their subjects.
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
/// Reading takes no lock. The objects are not kept alive; later changes release the values of gone
/// objects. Without membarrier(2), as before Linux 4.14, replaced values are kept.
public final class Stored<Value: Sendable>: Sendable {
  private let initial: Value
  private let table = ObjectTable<Value>()

  /// - Parameter initial: the value of objects that have been given none.
  public init(_ initial: Value) {
    self.initial = initial
  }

  /// The object's value.
  public subscript(object: some AnyObject) -> Value {
    get { table.value(of: object) ?? initial }
    set { change(object) { $0 = newValue } }
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

  /// Lets the object have the initial value again.
  public func remove(from object: some AnyObject) { change(object) { $0 = nil } }

  private func change(_ object: AnyObject, _ change: (inout Value?) -> Void) {
    // Objects and values are released after the lock.
    var kept: [AnyObject] = []
    defer { extendLifetime(kept) }
    let weak = WeakObject(object)
    let retired = RegistryLock.withLock {
      table.change(weak, keeping: &kept, change) + table.sweep(keeping: &kept)
    }
    RetiredAdvice.retire(retired)
  }
}
