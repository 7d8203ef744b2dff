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
  ///   - runtime: a type of the caller's standard library.
  ///   - extended: the protocol that the extension extends.
  ///   - compiledShape: the protocol's shape in the extension's module.
  ///   - constraints: the constraints but the extended protocol itself, in the order of the
  ///     record's texts.
  ///   - linkClass: returns the extension's class for a subject; `Conforming` is the metatype of
  ///     all constraints, such as `any (Greeter & Named).Type`.
  /// - Returns: the operation's result, as in `graft_record.h`.
  public static func answer<Conforming>(
    _ request: UnsafePointer<graft_request>, runtime: Any.Type = callersRuntime(),
    extending extended: GeneratedCode.ExtensibleProtocol,
    compiledShape: GeneratedCode.CompiledShape,
    constraints: @autoclosure () -> [ExtensionConstraint],
    _ linkClass: (Conforming) -> ExtensionLink.Type
  ) -> UnsafeMutableRawPointer? {
    answer(request, runtime, extended, compiledShape, constraints: constraints()) {
      Self.linkClass(linkClass($0), request)
    }
  }

  /// Answers a request for an extension without constraints.
  public static func answer<Conforming>(
    _ request: UnsafePointer<graft_request>, runtime: Any.Type = callersRuntime(),
    extending extended: GeneratedCode.ExtensibleProtocol,
    compiledShape: GeneratedCode.CompiledShape,
    _ linkClass: (Conforming) -> ExtensionLink.Type
  ) -> UnsafeMutableRawPointer? {
    answer(request, runtime, extended, compiledShape, constraints: []) {
      Self.linkClass(linkClass($0), request)
    }
  }

  /// Answers a request for an extension with constraints that depend on more than the subject.
  ///
  /// - Parameters:
  ///   - request: the registry's request, in the layout of `graft_record.h`.
  ///   - runtime: a type of the caller's standard library.
  ///   - extended: the protocol that the extension extends.
  ///   - compiledShape: the protocol's shape in the extension's module.
  ///   - constraints: the constraints but the extended protocol itself, in the order of the
  ///     record's texts; nil for those that depend on more than the subject.
  ///   - condition: returns a type for a subject that conforms to `ConditionalExtension` if all
  ///     constraints hold; `Conforming` is the metatype of those on the subject itself.
  /// - Returns: the operation's result, as in `graft_record.h`.
  public static func answer<Conforming>(
    _ request: UnsafePointer<graft_request>, runtime: Any.Type = callersRuntime(),
    extending extended: GeneratedCode.ExtensibleProtocol,
    compiledShape: GeneratedCode.CompiledShape,
    constraints: @autoclosure () -> [ExtensionConstraint?],
    if condition: (Conforming) -> Any.Type
  ) -> UnsafeMutableRawPointer? {
    answer(request, runtime, extended, compiledShape, constraints: constraints()) {
      answer(request, if: condition($0))
    }
  }

  /// A type of the calling code's standard library; each copy of it has its own `Int`.
  ///
  /// The caller's image also refers to the epoch of what is compiled into it.
  @_transparent @_alwaysEmitIntoClient
  public static func callersRuntime() -> Any.Type {
    graft_refer_to_epoch()
    return Int.self
  }

  /// Answers a request, by a closure if it is for a subject that meets the constraints on it.
  private static func answer<Conforming>(
    _ request: UnsafePointer<graft_request>, _ runtime: Any.Type,
    _ extended: GeneratedCode.ExtensibleProtocol, _ compiledShape: GeneratedCode.CompiledShape,
    constraints: @autoclosure () -> [ExtensionConstraint?],
    _ answer: (Conforming) -> UnsafeMutableRawPointer?
  ) -> UnsafeMutableRawPointer? {
    guard isOfRegistry(runtime, request) else { return isOfOtherRuntime(request) }
    return request.pointee.operation == UInt32(GRAFT_OPERATION_DESCRIBE)
      ? describe(request, extended, compiledShape, constraints(), Conforming.self)
      : subject(of: request, as: Conforming.self).flatMap(answer)
  }

  /// Whether a runtime is the registry's, which is asked for at run time: the optimiser knows of one
  /// only.
  static func isOfRegistry(
    _ runtime: Any.Type, _ request: UnsafePointer<graft_request>
  ) -> Bool {
    TypeMetadata(runtime).address == request.pointee.runtime
  }

  static func isOfOtherRuntime(
    _ request: UnsafePointer<graft_request>
  ) -> UnsafeMutableRawPointer? {
    request.pointee.response!.pointee.outcome = UInt32(GRAFT_OUTCOME_OTHER_RUNTIME)
    return nil
  }

  private static func describe<Conforming>(
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
  private static func subject<Conforming>(
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

  private static func linkClass(
    _ type: ExtensionLink.Type, _ request: UnsafePointer<graft_request>
  ) -> UnsafeMutableRawPointer? {
    guard request.pointee.operation == GRAFT_OPERATION_LINK_CLASS else {
      request.pointee.response!.pointee.outcome = UInt32(GRAFT_OUTCOME_UNKNOWN_OPERATION)
      return nil
    }
    return answered(request, UnsafeMutableRawPointer(mutating: TypeMetadata(type).address))
  }

  private static func answer(
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
