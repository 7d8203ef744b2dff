// SPDX-License-Identifier: Apache-2.0

/// The implementations of one requirement that apply to a subject, in the chain's order: what
/// comes before another stands before it, and what is equal is in the order of names and
/// images. So there is no conflict, and the order is the same in each run.
///
/// A list is as of when it was asked for, and can be kept: it does not change.
///
/// ```swift
/// for each in MenuExtension<Editor>.implementations(of: .items) {
///   print(each.extension.name, each.link.items(editor))
/// }
/// ```
public struct Implementations<Base: ExtensionBase>: RandomAccessCollection, Sendable {
  @usableFromInline let elements: [Implementation<Base>]

  init(_ all: [(record: ExtensionRecord, link: LinkAddress)]) {
    elements = all.map { Implementation($0.link.address, $0.record.id) }
  }

  /// Always 0.
  @inlinable public var startIndex: Int { 0 }
  /// How many there are.
  @inlinable public var endIndex: Int { elements.count }

  /// The one at an index, counted from 0.
  @inlinable
  public subscript(index: Int) -> Implementation<Base> { _read { yield elements[index] } }
}

/// What one extension makes of a requirement, for one subject.
///
/// Without references: who walks a list that is kept would count them for each element.
@frozen
public struct Implementation<Base: ExtensionBase>: @unchecked Sendable {
  @usableFromInline let address: UnsafeRawPointer
  @usableFromInline let image: UInt32
  @usableFromInline let index: UInt32

  init(_ address: UnsafeRawPointer, _ record: RecordID) {
    (self.address, image, index) = (address, record.image, record.index)
  }

  /// The extension's object: its methods are the requirements, each with the subject as the
  /// first argument, `each.link.items(editor)`. A call runs this implementation and no advice,
  /// and `super` in it goes on with the chain below it.
  // Links of extensions are kept for ever.
  @inlinable
  public var link: Base { Unmanaged.fromOpaque(address).takeUnretainedValue() }

  /// The extension with its image, name, source and priority.
  public var `extension`: RegisteredExtension {
    Registry.shared.registered(RecordID(image: image, index: index))
  }
}

extension ExtensionBase {
  /// All implementations of a requirement that apply to the subject: `super` and priorities
  /// choose one, this has every one. As of now; costs a resolution, so keep what is asked for
  /// often.
  ///
  /// - Parameter requirement: as `hasNext(_:)` takes it: `.items`.
  public static func implementations(of requirement: Requirement) -> Implementations<Self> {
    precondition(
      _getSuperclass(Self.self) == ExtensionLink.self,
      """
      Graft: \(Self.self) is the class of one extension; ask its superclass, which is the \
      protocol's, for implementations(of:)
      """)
    ExtensionRegistry.stopAtOtherRuntime(Self.self)
    return Implementations(
      Registry.shared.implementations(of: requirement.number, for: Self.self))
  }
}

extension Implementations {
  /// The results of all, in their order.
  ///
  /// - Parameter call: calls the requirement: `{ $0.items(editor) }`.
  @inlinable
  public func all<Result, Failure>(
    _ call: (Base) throws(Failure) -> Result
  ) throws(Failure) -> [Result] {
    var results: [Result] = []
    results.reserveCapacity(count)
    for each in elements { results.append(try call(each.link)) }
    return results
  }

  /// The first result that is not nil; nil if all are. Those behind it are not called.
  ///
  /// - Parameter call: calls the requirement: `{ $0.icon(editor) }`.
  @inlinable
  public func firstNonNil<Result, Failure>(
    _ call: (Base) throws(Failure) -> Result?
  ) throws(Failure) -> Result? {
    for each in elements {
      if let result = try call(each.link) { return result }
    }
    return nil
  }

  /// The results, combined from the first one's on; nil if there are none.
  ///
  /// - Parameters:
  ///   - combine: of the results so far and the next one.
  ///   - call: calls the requirement: `{ $0.width(editor) }`.
  @inlinable
  public func reduced<Result, Failure>(
    _ combine: (Result, Result) -> Result, _ call: (Base) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    var found: Result?
    for each in elements {
      let result = try call(each.link)
      found = found.map { combine($0, result) } ?? result
    }
    return found
  }
}
