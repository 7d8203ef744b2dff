// SPDX-License-Identifier: Apache-2.0

/// Runs around the calls that a pointcut chooses, and sees their arguments and results.
///
/// A final subclass has `@Advice(protocols:requirements:subjects:)`. It has a method
/// for `async` requirements and one for others; calls of a kind that it does not override pass. One
/// object serves all threads.
///
/// ```swift
/// @Advice(protocols: "*")
/// final class Watch: AroundPointcut {
///   override func around(_ call: RunningCall, _ proceed: Proceed) throws {
///     try proceed()
///     print(call.requirement, call.arguments, call.result ?? "")
///   }
/// }
/// ```
open class AroundPointcut: PointcutAdvice {
  /// The rest of a call.
  public typealias Proceed = () throws -> Void
  /// The rest of an `async` call.
  public typealias AsyncProceed = nonisolated(nonsending) () async throws -> Void

  /// Runs instead of the rest of a call, which `proceed` makes.
  ///
  /// The call's result is the last one that `proceed` or `call.returns(_:)` has given. This method
  /// throws only if the requirement throws.
  open func around(_ call: RunningCall, _ proceed: Proceed) throws {
    before(call.advised)
    do { try proceed() } catch {
      after(call.advised, throwing: error)
      throw error
    }
    after(call.advised, throwing: nil)
  }

  /// Runs instead of the rest of an `async` call, which `proceed` makes.
  nonisolated(nonsending) open func around(
    _ call: RunningCall, _ proceed: AsyncProceed
  ) async throws {
    before(call.advised)
    do { try await proceed() } catch {
      after(call.advised, throwing: error)
      throw error
    }
    after(call.advised, throwing: nil)
  }
}

/// Runs a pointcut's methods before and after calls.
final class BeforeAndAfter: AroundPointcut {
  private let advice: PointcutAdvice

  init(_ advice: PointcutAdvice) {
    self.advice = advice
  }

  required init() { fatalError("Graft: nothing is before and after the call") }

  override func before(_ call: AdvisedCall) { advice.before(call) }

  override func after(_ call: AdvisedCall, throwing error: (any Error)?) {
    advice.after(call, throwing: error)
  }
}

/// An around pointcut's advice for the calls of one requirement of a subject.
final class AroundPointcutBody: AdviceBody, @unchecked Sendable {
  private let advice: AroundPointcut
  private let site: AdvisedCall.Site
  // The first call's. Only calls of a generic requirement have other types, and their own readers.
  private let reader = SetOnce<AnyObject>()
  private let results = SetOnce<AnyObject>()

  init(_ advice: AroundPointcut, _ site: AdvisedCall.Site) {
    (self.advice, self.site) = (advice, site)
    super.init(.aroundPointcut, .pointcut)
  }

  func run<Kind: GeneratedCode.CallKind, Arguments: ~Copyable & ~Escapable, Output: ~Copyable>(
    _ kind: Kind.Type, _ link: ExtensionLink, _ receiver: Kind.Receiver,
    _ arguments: borrowing Arguments, _ rest: GeneratedCode.Rest<Kind.Receiver, Arguments, Output>
  ) throws -> Output {
    let call = begin(kind, isAsync: false, link, receiver, arguments, Output.self)
    do {
      try advice.around(call) { try call.proceeded(try rest(receiver, arguments)) }
    } catch { return try call.end(thrownBy: advice, error) }
    return call.end(returnedBy: advice)
  }

  nonisolated(nonsending) func runAsync<
    Kind: GeneratedCode.CallKind, Arguments: ~Copyable & ~Escapable, Output: ~Copyable
  >(
    _ kind: Kind.Type, _ link: ExtensionLink, _ receiver: Kind.Receiver,
    _ arguments: borrowing Arguments,
    _ rest: GeneratedCode.AsyncRest<Kind.Receiver, Arguments, Output>
  ) async throws -> Output {
    let call = begin(kind, isAsync: true, link, receiver, arguments, Output.self)
    do {
      try await advice.around(call) { try call.proceeded(try await rest(receiver, arguments)) }
    } catch { return try call.end(thrownBy: advice, error) }
    return call.end(returnedBy: advice)
  }

  private func begin<
    Kind: GeneratedCode.CallKind, Arguments: ~Copyable & ~Escapable, Output: ~Copyable
  >(
    _ kind: Kind.Type, isAsync: Bool, _ link: ExtensionLink, _ receiver: Kind.Receiver,
    _ arguments: borrowing Arguments, _ output: Output.Type
  ) -> TypedRunningCall<Kind, Output> {
    let reader = Self.kept(reader) { ValueReader<Arguments>.make() }
    let results = Self.kept(results) { CallResult<Output>.make(isTyped: site.throwing == .typed) }
    return TypedRunningCall(
      AdvisedCall(site.of(Kind.subject(receiver)), isAsync: isAsync), link, receiver,
      reader.value(arguments), results)
  }

  /// The object that was kept from the first call, if it has the types of this one.
  private static func kept<Object: AnyObject>(
    _ first: SetOnce<AnyObject>, orElse make: () -> Object
  ) -> Object {
    guard let known = first.value else {
      let made = make()
      return first.set(made) as? Object ?? made
    }
    return known as? Object ?? make()
  }
}
