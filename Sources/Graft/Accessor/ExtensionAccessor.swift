// SPDX-License-Identifier: Apache-2.0

public import CGraft

/// The Swift side of an accessor, which a `@c` function calls with its request.
///
/// ```swift
/// @c func named_greeting(
///   _ request: UnsafePointer<graft_request>
/// ) -> UnsafeMutableRawPointer? {
///   graft_anchor()
///   func linkClass<Subject: Greeter & Named>(_: Subject.Type) -> ExtensionLink.Type {
///     NamedGreeting<Subject>.self
///   }
///   return ExtensionAccessor.answer(
///     request, extending: _GraftGreeter._description(), compiledShape: _GraftGreeter._shape(),
///     constraints: [.init("Subject", conformsTo: (any Named & Sendable).self)]
///   ) { (subject: any (Greeter & Named).Type) in linkClass(subject) }
/// }
/// ```
public enum ExtensionAccessor {
  /// Answers a request for an extension whose constraints are all on the subject itself.
  ///
  /// - Parameters:
  ///   - request: the registry's request, in the layout of `graft_record.h`.
  ///   - extended: the protocol that the extension extends.
  ///   - compiledShape: the protocol's shape in the extension's module.
  ///   - constraints: the constraints but the extended protocol itself, in the order of the
  ///     record's texts.
  ///   - linkClass: returns the extension's class for a subject; `Conforming` is the metatype of
  ///     all constraints, such as `any (Greeter & Named).Type`.
  /// - Returns: the operation's result, as in `graft_record.h`.
  @_alwaysEmitIntoClient
  public static func answer<Conforming>(
    _ request: UnsafePointer<graft_request>, extending extended: GeneratedCode.ExtensibleProtocol,
    compiledShape: GeneratedCode.CompiledShape,
    constraints: @autoclosure () -> [ExtensionConstraint] = [],
    _ linkClass: (Conforming) -> ExtensionLink.Type
  ) -> UnsafeMutableRawPointer? {
    answer(request, extended, compiledShape, constraints: constraints()) {
      Self.linkClass(linkClass($0), request)
    }
  }

  /// Answers a request for an extension with constraints that depend on more than the subject.
  ///
  /// - Parameters:
  ///   - request: the registry's request, in the layout of `graft_record.h`.
  ///   - extended: the protocol that the extension extends.
  ///   - compiledShape: the protocol's shape in the extension's module.
  ///   - constraints: the constraints but the extended protocol itself, in the order of the
  ///     record's texts; nil for those that depend on more than the subject.
  ///   - condition: returns a type for a subject that conforms to `ConditionalExtension` if all
  ///     constraints hold; `Conforming` is the metatype of those on the subject itself.
  /// - Returns: the operation's result, as in `graft_record.h`.
  @_alwaysEmitIntoClient
  public static func answer<Conforming>(
    _ request: UnsafePointer<graft_request>, extending extended: GeneratedCode.ExtensibleProtocol,
    compiledShape: GeneratedCode.CompiledShape,
    constraints: @autoclosure () -> [ExtensionConstraint?],
    if condition: (Conforming) -> Any.Type
  ) -> UnsafeMutableRawPointer? {
    answer(request, extended, compiledShape, constraints: constraints()) {
      answer(request, if: condition($0))
    }
  }

  /// Answers a request, by a closure if it is for a subject that meets the constraints on it.
  @_alwaysEmitIntoClient
  static func answer<Conforming>(
    _ request: UnsafePointer<graft_request>, _ extended: GeneratedCode.ExtensibleProtocol,
    _ compiledShape: GeneratedCode.CompiledShape,
    constraints: @autoclosure () -> [ExtensionConstraint?],
    _ answer: (Conforming) -> UnsafeMutableRawPointer?
  ) -> UnsafeMutableRawPointer? {
    graft_refer_to_epoch()
    guard sharesRuntime(request) else { return isOfOtherRuntime(request) }
    return request.pointee.operation == UInt32(GRAFT_OPERATION_DESCRIBE)
      ? describe(request, extended, compiledShape, constraints(), Conforming.self)
      : subject(of: request, as: Conforming.self).flatMap(answer)
  }

  /// Whether the caller has the registry's Swift runtime.
  ///
  /// Each copy of the standard library has its own `Int`. The registry's is asked for at run time:
  /// the optimiser knows of one only.
  @_alwaysEmitIntoClient
  static func sharesRuntime(_ request: UnsafePointer<graft_request>) -> Bool {
    // A metatype value is the address of the metadata; this code is in the caller's image.
    unsafeBitCast(Int.self as Any.Type, to: UnsafeRawPointer.self) == request.pointee.runtime
  }

  @usableFromInline
  static func isOfOtherRuntime(
    _ request: UnsafePointer<graft_request>
  ) -> UnsafeMutableRawPointer? {
    request.pointee.response!.pointee.outcome = UInt32(GRAFT_OUTCOME_OTHER_RUNTIME)
    return nil
  }

  @usableFromInline
  static func describe<Conforming>(
    _ request: UnsafePointer<graft_request>, _ extended: GeneratedCode.ExtensibleProtocol,
    _ compiled: GeneratedCode.CompiledShape, _ constraints: [ExtensionConstraint?],
    _ type: Conforming.Type
  ) -> UnsafeMutableRawPointer? {
    guard let subjects = ExistentialType(metatype: TypeMetadata(type)) else { return nil }
    let description = ExtensionDescription(
      extended, compiled: compiled, SubjectConstraints(subjects), constraints)
    return answered(request, Unmanaged.passRetained(description).toOpaque())
  }

  /// The subject as a type that meets the constraints on it.
  @usableFromInline
  static func subject<Conforming>(
    of request: UnsafePointer<graft_request>, as type: Conforming.Type
  ) -> Conforming? {
    guard let subject = request.pointee.subject else { return nil }
    // The runtime compares associated types.
    guard ExistentialType.tableCount(ofMetatype: TypeMetadata(type)) != nil else {
      return TypeMetadata(address: subject).type as? Conforming
    }
    let tables = UnsafeBufferPointer(
      start: request.pointee.tables, count: Int(request.pointee.table_count))
    return TypeMetadata(address: subject).metatype(tables, as: type)
  }

  @usableFromInline
  static func linkClass(
    _ type: ExtensionLink.Type, _ request: UnsafePointer<graft_request>
  ) -> UnsafeMutableRawPointer? {
    guard request.pointee.operation == GRAFT_OPERATION_LINK_CLASS else {
      request.pointee.response!.pointee.outcome = UInt32(GRAFT_OUTCOME_UNKNOWN_OPERATION)
      return nil
    }
    return answered(request, UnsafeMutableRawPointer(mutating: TypeMetadata(type).address))
  }

  @usableFromInline
  static func answer(
    _ request: UnsafePointer<graft_request>, if condition: Any.Type
  ) -> UnsafeMutableRawPointer? {
    let condition = TypeMetadata(condition)
    // A cast would depend on the actor that runs this.
    guard let wanted = ProtocolDescriptor(of: (any ConditionalExtension).self),
      let known = SwiftRuntime.conformance(of: condition, to: wanted)
    else { return answered(request, nil) }
    request.pointee.response!.pointee.actor = known.actor?.address
    let found = condition.metatype(known.table, as: (any ConditionalExtension.Type).self)
    guard request.pointee.operation == GRAFT_OPERATION_CONSTRAINTS else {
      return linkClass(found.linkClass, request)
    }
    return answered(
      request, Unmanaged.passRetained(ConstraintList(found.constraints)).toOpaque())
  }

  private static func answered(
    _ request: UnsafePointer<graft_request>, _ result: UnsafeMutableRawPointer?
  ) -> UnsafeMutableRawPointer? {
    request.pointee.response!.pointee.outcome = UInt32(GRAFT_OUTCOME_ANSWERED)
    return result
  }
}

/// A record in generated code: its accessor between words with its other bytes.
public typealias _Record<let wordCount: Int> = (
  UInt64, @convention(c) (UnsafePointer<graft_request>) -> UnsafeMutableRawPointer?,
  InlineArray<wordCount, UInt64>
)
