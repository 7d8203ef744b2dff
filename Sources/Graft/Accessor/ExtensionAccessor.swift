// SPDX-License-Identifier: Apache-2.0

public import CGraft

/// The Swift side of an accessor, which a `@c` function calls with its request.
///
/// ```swift
/// @c func named_greeting(
///   _ request: UnsafePointer<graft_request>
/// ) -> UnsafeMutableRawPointer? {
///   graft_anchor()
///   func makers<Subject>(_: Subject.Type) -> [Any.Type] { [NamedGreetingMaker<Subject>.self] }
///   return ExtensionAccessor.answer(
///     request, extending: _GraftGreeter._description(), compiledShape: _GraftGreeter._shape(),
///     _openExistential(ExtensionAccessor.subject(of: request), do: makers))
/// }
/// ```
///
/// `makers(ExtensionAccessor.subject(of: request))` is the same in Swift 6 language mode.
public enum ExtensionAccessor {
  /// The type that the request asks about.
  public static func subject(of request: UnsafePointer<graft_request>) -> Any.Type {
    TypeMetadata(address: request.pointee.subject).type
  }

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - request: the registry's request, in the layout of `graft_record.h`.
  ///   - extended: the protocol that the extension extends.
  ///   - compiledShape: the protocol's shape in the extension's module.
  ///   - probes: types that conform to `ConstraintProbe` under the first constraint, the first two
  ///     and so on; then the type that conforms to `ExtensionMaker` under all constraints. Empty if
  ///     the extension has no constraints and the subject does not conform.
  /// - Returns: the operation's result, as in `graft_record.h`; the caller owns it.
  @_alwaysEmitIntoClient
  public static func answer(
    _ request: UnsafePointer<graft_request>, extending extended: GeneratedCode.ExtensibleProtocol,
    compiledShape: GeneratedCode.CompiledShape, _ probes: @autoclosure () -> [Any.Type]
  ) -> UnsafeMutableRawPointer? {
    graft_refer_to_epoch()
    if sharesRuntime {
      // The runtime can't make the type of a class that was compiled against another shape.
      let isOfShape = extended.shape == compiledShape.hash
      return answer(request, of: extended, compiledShape, isOfShape ? probes() : [])
    }
    request.pointee.response!.pointee.outcome = UInt32(GRAFT_OUTCOME_OTHER_RUNTIME)
    return nil
  }

  /// Answers a request for an extension without constraints: it applies to every
  /// conforming type.
  ///
  /// - Parameters:
  ///   - request: the registry's request, in the layout of `graft_record.h`.
  ///   - extended: the protocol that the extension extends.
  ///   - compiledShape: the protocol's shape in the extension's module.
  ///   - maker: returns the maker of a conforming subject; `Conforming` is such as
  ///     `any Greeter.Type`.
  /// - Returns: the operation's result, as in `graft_record.h`; the caller owns it.
  @_alwaysEmitIntoClient
  public static func answerAll<Conforming>(
    _ request: UnsafePointer<graft_request>, extending extended: GeneratedCode.ExtensibleProtocol,
    compiledShape: GeneratedCode.CompiledShape, _ maker: (Conforming) -> Any.Type
  ) -> UnsafeMutableRawPointer? {
    answer(
      request, extending: extended, compiledShape: compiledShape,
      (known(request, extended, as: Conforming.self) ?? cast(request, to: Conforming.self))
        .map { [maker($0)] } ?? [])
  }

  /// The subject as a conforming type, if the registry has passed the witness table.
  @usableFromInline
  static func known<Conforming>(
    _ request: UnsafePointer<graft_request>, _ extended: GeneratedCode.ExtensibleProtocol,
    as type: Conforming.Type
  ) -> Conforming? {
    // The registry may be older, and its requests shorter.
    guard request.pointee.size >= MemoryLayout<graft_request>.size,
      let table = request.pointee.conformance,
      // Another protocol can have the same name.
      [nil, UnsafeRawPointer(Unmanaged.passUnretained(extended).toOpaque())]
        .contains(request.pointee.protocol),
      TypeMetadata(type).metatypeInstance == TypeMetadata(extended.type)
    else { return nil }
    return TypeMetadata(subject(of: request)).metatype(table, as: type)
  }

  /// Casts the subject with the runtime of the caller's image.
  @_alwaysEmitIntoClient
  static func cast<Conforming>(
    _ request: UnsafePointer<graft_request>, to type: Conforming.Type
  ) -> Conforming? {
    guard let subject = subject(of: request) as? Conforming else { return nil }
    request.pointee.response!.pointee.has_cast = 1
    return subject
  }

  /// Whether the caller has Graft's Swift runtime.
  ///
  /// Each copy of the standard library has its own `Int`.
  @_alwaysEmitIntoClient
  static var sharesRuntime: Bool {
    // A metatype value is the address of the metadata; this code is in the caller's image.
    unsafeBitCast(Int.self as Any.Type, to: UInt.self) == addressOfInt
  }

  @usableFromInline
  static var addressOfInt: UInt { UInt(bitPattern: TypeMetadata(Int.self).address) }

  @usableFromInline
  static func answer(
    _ request: UnsafePointer<graft_request>, of extended: GeneratedCode.ExtensibleProtocol,
    _ compiledShape: GeneratedCode.CompiledShape, _ probes: [Any.Type]
  ) -> UnsafeMutableRawPointer? {
    let response = request.pointee.response!
    response.pointee.protocol = UnsafeRawPointer(Unmanaged.passUnretained(extended).toOpaque())
    response.pointee.shape = compiledShape.hash
    // A check has no subject.
    let isCheck = request.pointee.operation == GRAFT_OPERATION_CHECK
    // The images of the subject and of the extension may be new.
    ConformanceTable.update()
    let conformances = TypeConformances(TypeMetadata(subject(of: request)))
    let found =
      isCheck
      ? nil : probes.last.flatMap { Self.maker(TypeMetadata($0), of: extended, for: conformances) }
    let maker = found?.maker
    // The caller may be older, and its responses shorter.
    if response.pointee.size >= MemoryLayout<graft_response>.size {
      response.pointee.actor = found?.actor
      response.pointee.maker = probes.last.map { TypeMetadata($0).address }
      response.pointee.compiled = compiledShape.address
    }
    var outcome = protocolOutcome(request.pointee, extended, compiledShape)
    if outcome == GRAFT_OUTCOME_APPLIES, !isCheck {
      outcome = subjectOutcome(request.pointee, maker)
    }
    response.pointee.outcome = UInt32(outcome)
    if outcome == GRAFT_OUTCOME_CONSTRAINT_FAILS {
      // Counts the probes before the first that fails.
      let held = probes.dropLast().prefix { MakerPattern.holds($0, for: conformances) }.count
      response.pointee.failed_constraint = UInt32(held)
    }
    guard outcome == GRAFT_OUTCOME_APPLIES, let maker else { return nil }
    // The caller owns the object, which is of the operation's class (docs/abi.md).
    return switch Int(request.pointee.operation) {
    case GRAFT_OPERATION_MAKE_LINK:
      Unmanaged.passRetained(maker.makeLink(LinkSuccessors(request: request))).toOpaque()
    case GRAFT_OPERATION_DESCRIBE:
      Unmanaged.passRetained(ConstraintList(maker.constraints)).toOpaque()
    default: nil
    }
  }

  /// A type as a maker, and the only global actor on which its constraints hold; nil
  /// if they do not.
  ///
  /// Avoids the runtime, which would read all conformance records of the process for
  /// each maker.
  private static func maker(
    _ type: TypeMetadata, of extended: GeneratedCode.ExtensibleProtocol,
    for subject: TypeConformances
  ) -> (maker: any ExtensionMaker.Type, actor: UnsafeRawPointer?)? {
    if let pattern = MakerPattern(type, extending: extended) {
      switch pattern.answer(for: subject) {
      case .doesNot: return nil
      case .holds(let tables):
        if let table = pattern.makerTable(of: type, tables) {
          return (type.metatype(table, as: (any ExtensionMaker.Type).self), nil)
        }
      case .undecided: break
      }
    }
    let found = SwiftRuntime.conformance(of: type, to: MakerPattern.makerProtocol)
    return found.map {
      (type.metatype($0.table, as: (any ExtensionMaker.Type).self), $0.actor?.address)
    }
  }

  /// Whether the request is for this protocol, with the shape that the extension was compiled with.
  private static func protocolOutcome(
    _ request: graft_request, _ extended: GeneratedCode.ExtensibleProtocol,
    _ compiled: GeneratedCode.CompiledShape
  ) -> Int {
    let asked = request.protocol ?? UnsafeRawPointer(Unmanaged.passUnretained(extended).toOpaque())
    guard asked == Unmanaged.passUnretained(extended).toOpaque() else {
      return GRAFT_OUTCOME_OTHER_PROTOCOL
    }
    return extended.shape == compiled.hash ? GRAFT_OUTCOME_APPLIES : GRAFT_OUTCOME_SHAPE_DIFFERS
  }

  /// Whether an extension's base class is the request's.
  ///
  /// Two base classes serve the same calls if two modules declare that the subject
  /// conforms.
  private static func isBase(_ base: any ExtensionBase.Type, of request: graft_request) -> Bool {
    if TypeMetadata(base).address == request.base { return true }
    let extended = UnsafeRawPointer(Unmanaged.passUnretained(base.extensibleProtocol).toOpaque())
    return extended == request.protocol && TypeMetadata(base.subject).address == request.subject
  }

  private static func subjectOutcome(
    _ request: graft_request, _ maker: (any ExtensionMaker.Type)?
  ) -> Int {
    guard let maker else { return GRAFT_OUTCOME_CONSTRAINT_FAILS }
    guard isBase(maker.base, of: request) else { return GRAFT_OUTCOME_OTHER_PROTOCOL }
    return switch Int(request.operation) {
    case GRAFT_OPERATION_APPLIES:
      maker.applies ? GRAFT_OUTCOME_APPLIES : GRAFT_OUTCOME_PREDICATE_FAILS
    // These operations follow a positive answer, so the predicate is not called again.
    case GRAFT_OPERATION_MAKE_LINK, GRAFT_OPERATION_DESCRIBE: GRAFT_OUTCOME_APPLIES
    default: GRAFT_OUTCOME_UNKNOWN_OPERATION
    }
  }
}

extension GeneratedCode.CompiledShape {
  /// The address of its text, which ends with a NUL as every literal's does.
  fileprivate var address: UnsafePointer<CChar>? {
    guard text.hasPointerRepresentation else { return nil }
    return UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}

extension LinkSuccessors {
  fileprivate init(request: UnsafePointer<graft_request>) {
    // No successor is nil, so the optional pointers can be read as pointers.
    let successors = UnsafeRawPointer(request.pointee.successors!)
    self.init(successors.assumingMemoryBound(to: UnsafeRawPointer.self))
  }
}

/// A record in generated code: its accessor between words with its other bytes.
public typealias _Record<let wordCount: Int> = (
  UInt64, @convention(c) (UnsafePointer<graft_request>) -> UnsafeMutableRawPointer?,
  InlineArray<wordCount, UInt64>
)

/// Carries the constraints of an extension through a C pointer.
final class ConstraintList {
  let constraints: [ExtensionConstraint]

  init(_ constraints: [ExtensionConstraint]) {
    self.constraints = constraints
  }
}
