// SPDX-License-Identifier: Apache-2.0

/// The implementations of one requirement that apply to a subject, in the chain's
/// order.
///
/// Names and images decide where the chain has a conflict, so the order is the same
/// in each run.
///
/// A list never changes.
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
  /// The number of implementations.
  @inlinable public var endIndex: Int { elements.count }

  /// The implementation at an index, from 0.
  @inlinable
  public subscript(index: Int) -> Implementation<Base> { _read { yield elements[index] } }
}

/// An extension's implementation of a requirement, for one subject.
///
/// It contains no references, which a loop over a list would retain for each
/// element.
@frozen
public struct Implementation<Base: ExtensionBase>: @unchecked Sendable {
  @usableFromInline let address: UnsafeRawPointer
  @usableFromInline let image: UInt32
  @usableFromInline let index: UInt32

  init(_ address: UnsafeRawPointer, _ record: RecordID) {
    (self.address, image, index) = (address, record.image, record.index)
  }

  /// The extension's object, whose methods take the subject as the first argument:
  /// `each.link.items(editor)`. A call runs this implementation without advice, and `super` in it
  /// goes on below it.
  // Links of extensions live for ever.
  @inlinable
  public var link: Base { Unmanaged.fromOpaque(address).takeUnretainedValue() }

  /// The extension with its image, name, source and priority.
  public var `extension`: RegisteredExtension {
    Registry.shared.registered(RecordID(image: image, index: index))
  }
}

extension ExtensionBase {
  /// All implementations of a requirement that apply to the subject.
  ///
  /// Costs a resolution, so keep a list that you need often.
  ///
  /// - Parameter requirement: a requirement such as `.items`.
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
  /// The results of all implementations.
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

  /// The first result that is not nil.
  ///
  /// Later implementations are not called.
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

  /// The combined results; nil if there are none.
  ///
  /// - Parameters:
  ///   - combine: combines the results so far with the next one.
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
