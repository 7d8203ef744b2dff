// SPDX-License-Identifier: Apache-2.0

/// Methods for closures that take the subject and all arguments.
@freestanding(declaration, names: named(before), named(around), named(after))
macro fullForms() = #externalMacro(module: "GraftMacros", type: "FullForms")

@freestanding(declaration, names: named(before), named(around), named(after))
private macro joinPointForms(upTo argumentCount: Int) =
  #externalMacro(module: "GraftMacros", type: "JoinPointForms")

/// A requirement, for some subjects, as a place where advice is installed.
///
/// `@Extensible` writes one for each requirement. Its parameters are the types of the
/// closures: with the subject as they see it, the rest of the call without arguments, and
/// those that run before, around and after with all arguments.
public struct JoinPoint<Subject, Proceed, Before, Around, After>: @unchecked Sendable {
  let place: AdvisedPlace

  /// Closures that calls can't run as they are, as those that can.
  private final class Adapters {
    let before: (Before) -> AdviceBody
    let around: (Around) -> AdviceBody
    let after: (After) -> AdviceBody

    init(
      before: @escaping (Before) -> AdviceBody, around: @escaping (Around) -> AdviceBody,
      after: @escaping (After) -> AdviceBody
    ) {
      self.before = before
      self.around = around
      self.after = after
    }
  }

  /// Not by a cast: of functions with `inout` parameters, code that knows the types has
  /// another type at run time than generic code.
  private var adapters: Adapters? {
    place.adapters.map { adapters in
      unsafe Unmanaged<Adapters>.fromOpaque(Unmanaged.passUnretained(adapters).toOpaque())
        .takeUnretainedValue()
    }
  }

  /// For the code of `@Extensible`.
  @inline(never)
  public init(_ scope: _JoinPointScope, _ requirement: Int) {
    place = AdvisedPlace(scope, requirement, .afterReturning, adapters: nil)
  }

  /// For the code of `@Extensible`, where closures do not see the result itself.
  @inline(never)
  public init(_ scope: _JoinPointScope, _ requirement: Int, after: GeneratedCode.AfterClosure) {
    place = AdvisedPlace(scope, requirement, after.form, adapters: nil)
  }

  /// For the code of `@Extensible`, where calls can't run the closures as they are.
  ///
  /// - Parameters:
  ///   - scope: the subjects.
  ///   - requirement: its number among those of the protocol.
  ///   - form: what a closure that runs after a call is given.
  ///   - before: makes a closure that they can run.
  ///   - around: makes one.
  ///   - after: makes one, which is of the kind that `form` says.
  public init<RunBefore, RunAround, RunAfter>(
    _ scope: _JoinPointScope, _ requirement: Int, after form: GeneratedCode.AfterClosure = .result,
    before: @escaping (Before) -> RunBefore, around: @escaping (Around) -> RunAround,
    adaptedAfter after: @escaping (After) -> RunAfter
  ) {
    let adapters = Adapters(
      before: { AdviceClosure(.before, before($0)) },
      around: { AdviceClosure(.around, around($0)) },
      after: { AdviceClosure(form.form, after($0)) })
    place = AdvisedPlace(scope, requirement, form.form, adapters: adapters)
  }

  // MARK: With all arguments

  /// What the forms install at.
  private var point: Self { self }

  #fullForms

  func body(before run: Before) -> AdviceBody {
    adapters?.before(run) ?? AdviceClosure(.before, run)
  }
  func body(around run: Around) -> AdviceBody {
    adapters?.around(run) ?? AdviceClosure(.around, run)
  }
  func body(after run: After) -> AdviceBody {
    adapters?.after(run) ?? AdviceClosure(place.afterForm, run)
  }

  // MARK: With fewer parameters

  #joinPointForms(upTo: 4)

  func install(
    _ body: AdviceBody, _ options: [AdviceOption], _ fileID: StaticString, _ line: UInt
  ) throws(AdviceError) -> AdviceToken {
    try place.install(body, options, source: "\(fileID):\(line)")
  }
}

extension GeneratedCode {
  /// What a closure that runs after a call is given beside the arguments.
  public enum AfterClosure: Sendable {
    /// The result.
    case result
    /// A `Result`, since the call can throw.
    case outcome
    /// Nothing, since there is no result.
    case arguments

    var form: AdviceForm {
      switch self {
      case .result: .afterReturning
      case .outcome: .afterOutcome
      case .arguments: .afterArguments
      }
    }
  }
}

/// A join point whose closures' types are not known.
public protocol UntypedJoinPoint: Sendable {
  /// Installs a closure whose type is looked at now.
  ///
  /// - Returns: what takes it out again.
  /// - Throws: `AdviceError.incompatibleClosure` if it is not the type of the kind's
  ///   closure with all parameters; else as the methods for closures of known types.
  func install(
    _ kind: AdviceKind, _ closure: any Sendable, _ options: [AdviceOption], source: String
  ) throws(AdviceError) -> AdviceToken
}

extension JoinPoint: UntypedJoinPoint {
  /// Installs a closure of the kind's type with all parameters.
  public func install(
    _ kind: AdviceKind, _ closure: any Sendable, _ options: [AdviceOption], source: String
  ) throws(AdviceError) -> AdviceToken {
    func body<Closure>(
      of type: Closure.Type, _ make: (Closure) -> AdviceBody
    ) throws(AdviceError) -> AdviceBody {
      guard let run = closure as? Closure else {
        throw .incompatibleClosure(closure, kind, expected: type)
      }
      return make(run)
    }
    let made =
      switch kind {
      case .before: try body(of: Before.self) { self.body(before: $0) }
      case .around: try body(of: Around.self) { self.body(around: $0) }
      case .after: try body(of: After.self) { self.body(after: $0) }
      case .pointcut: throw AdviceError.incompatibleClosure(closure, kind)
      }
    return try place.install(made, options, source: source)
  }
}
