// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// A call that an `AroundPointcut` runs around, with its arguments and its result.
///
/// Arguments and subject can be read until the call ends.
public class RunningCall {
  /// The call as other pointcuts see it.
  let advised: AdvisedCall
  /// The link that runs the advice.
  private let link: ExtensionLink
  /// The arguments as links pass them: the only one, or a tuple.
  package private(set) var packedArguments: Any?
  fileprivate var isOver = false

  fileprivate init(_ advised: AdvisedCall, _ link: ExtensionLink, _ packedArguments: Any?) {
    (self.advised, self.link, self.packedArguments) = (advised, link, packedArguments)
    advised.probeBegin()
  }

  fileprivate var site: AdvisedCall.Site { advised.site }
  /// Identifies the call among those that overlap, and is never 0.
  public var id: UInt64 { advised.id }
  /// Whether the requirement is `async`, so that the call may end on another thread.
  public var isAsync: Bool { advised.isAsync }
  /// The type of the subject, or the class of an object.
  public var subject: Any.Type { site.subject }
  /// The protocol's name without its module.
  public var protocolName: String { site.protocolName }
  /// The requirement's name as in tables: `greet(_:)`.
  public var requirement: RequirementName { site.requirement }

  /// The subject itself, or its type in a call of a static requirement; nil after the call.
  public var receiver: Any? { nil }

  /// The result, once `proceed` or `returns(_:)` has given one; nil if it can't be copied.
  public var result: Any? { nil }

  /// The result as links pass it: a `Result` where the requirement names its errors.
  package var packedOutput: Any? { nil }

  /// An error as links pass it; nil unless the requirement names its errors.
  package func packedOutput(throwing error: any Error) -> Any? { nil }

  /// Answers the call with an output of the type that links pass.
  package func answer(packed output: Any) {}

  /// Answers the call in place of what `proceed` has returned or would return.
  ///
  /// - Throws: `RunningCallError.wrongResult` if the requirement has another result.
  public func returns(_ value: Any) throws(RunningCallError) {
    fatalError("Graft: RunningCall has no call")
  }

  /// The arguments in the order of the declaration; in a setter, the new value comes first.
  ///
  /// They are made when this is read.
  public var arguments: [CallArgument] {
    let parameters = site.parameters
    let values: [Any?] =
      switch parameters.count {
      case 0: []
      case 1: [packedArguments]
      default:
        packedArguments.map { packed in
          let elements = Mirror(reflecting: packed).children.map { $0.value as Any? }
          return elements.count == parameters.count ? elements : parameters.map { _ in nil }
        } ?? parameters.map { _ in nil }
      }
    return zip(parameters, values).map { CallArgument($0, $1, isOver: isOver) }
  }

  /// The link behind the advice; nil after the call.
  var nextLink: LinkAddress? {
    isOver ? nil : link.successors.address(of: site.number)
  }
  /// The base class for the subject, as links have it.
  var base: AnyClass? { _getSuperclass(type(of: link)) }

  fileprivate func end(hasThrown: Bool) {
    isOver = true
    packedArguments = nil
    advised.probeEnd(hasThrown: hasThrown)
  }
}

/// An argument of a call.
public struct CallArgument: CustomStringConvertible {
  /// The parameter's name in the body.
  public let name: String
  /// The label; nil if callers write none.
  public let label: String?
  /// The value; nil if it can't be had.
  public let value: Any?
  /// The reason why there is no value.
  public let absence: String?

  fileprivate init(
    _ parameter: GeneratedCode.ExtensibleProtocol.Parameter, _ passed: Any?, isOver: Bool
  ) {
    (name, label) = (parameter.name, parameter.label)
    let kept = passed as? GeneratedCode.KeptArgument
    let value =
      kept.map(\.value) ?? (passed as? any ArgumentReference).map(\.argument) ?? passed
    let isFunction = value.map { TypeMetadata(type(of: $0)).isFunction } ?? false
    self.value = isFunction ? nil : value
    absence =
      isOver
      ? "the call has ended"
      : isFunction
        ? "it is a function"
        : value == nil ? kept?.absence ?? "its type can't be copied" : nil
  }

  /// The name and the value: `width: 3`.
  public var description: String {
    "\(name): " + (value.map { "\($0)" } ?? absence.map { "(\($0))" } ?? "")
  }
}

/// The reason why a pointcut can't answer a call.
public enum RunningCallError: Error, Equatable, Sendable {
  /// The value is not of the requirement's result type.
  case wrongResult(given: String, needed: String, requirement: String)
}

extension RunningCallError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .wrongResult(let given, let needed, let requirement):
      "a pointcut answers \(requirement) with a \(given), but its result is a \(needed): "
        + "return a \(needed)"
    }
  }
}

/// A call with the types that its link knows.
final class TypedRunningCall<Kind: GeneratedCode.CallKind, Output: ~Copyable>: RunningCall {
  private let called: Kind.Receiver
  private let results: CallResult<Output>
  private var output: Output?

  init(
    _ advised: AdvisedCall, _ link: ExtensionLink, _ receiver: Kind.Receiver, _ arguments: Any?,
    _ results: CallResult<Output>
  ) {
    called = receiver
    self.results = results
    output = nil
    super.init(advised, link, arguments)
  }

  override var receiver: Any? { isOver ? nil : Kind.subject(called) }

  override var result: Any? {
    switch output {
    case .some(let output): results.value(output)
    case .none: nil
    }
  }

  override var packedOutput: Any? {
    switch output {
    case .some(let output): ValueReader<Output>.make().value(output)
    case .none: nil
    }
  }

  override func packedOutput(throwing error: any Error) -> Any? {
    switch results.throwing(error) {
    case .some(let output): ValueReader<Output>.make().value(output)
    case .none: nil
    }
  }

  override func answer(packed output: Any) {
    self.output = CallResult<Output>.make(isTyped: false).returning(output)
  }

  override func returns(_ value: Any) throws(RunningCallError) {
    guard let output = results.returning(value) else {
      throw .wrongResult(
        given: "\(type(of: value))", needed: results.typeName, requirement: site.description)
    }
    self.output = consume output
  }

  /// Stores what the rest of the call has returned, or throws the error of a typed throw, after
  /// which an earlier answer stays.
  func proceeded(_ output: consuming Output) throws {
    if let error = results.error(output) { throw error }
    self.output = consume output
  }

  /// Ends a call around which the advice has returned.
  func end(returnedBy advice: AroundPointcut) -> Output {
    end(hasThrown: false)
    if let output = output.take() { return output }
    fatalError(
      "Graft: \(type(of: advice)) has not answered \(site): call proceed, or returns(_:) with a "
        + results.typeName)
  }

  /// Ends a call around which the advice has thrown.
  func end(thrownBy advice: AroundPointcut, _ error: any Error) throws -> Output {
    end(hasThrown: true)
    if site.throwing == .any { throw error }
    if let output = results.throwing(error) { return output }
    let needed =
      results.errorName.map { "throws only \($0): throw that, or return" } ?? "can't throw: return"
    fatalError(
      "Graft: \(type(of: advice)) has thrown \(error), a \(type(of: error)), in \(site), which "
        + needed)
  }
}
