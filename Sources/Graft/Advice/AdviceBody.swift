// SPDX-License-Identifier: Apache-2.0

/// What an advice runs: a closure, or the object of a class with a pointcut.
@usableFromInline
class AdviceBody: @unchecked Sendable {
  /// How a call runs it.
  let form: AdviceForm
  /// How many arguments a closure takes that takes the first of them only.
  let argumentCount: UInt8
  /// The gate of an advice that runs once; set before it is installed.
  var gate: AdviceGate?

  var kind: AdviceKind { form.kind }

  init(_ form: AdviceForm, argumentCount: UInt8 = 0) {
    self.form = form
    self.argumentCount = argumentCount
  }
}

/// A closure that an advice runs, of the requirement's types.
///
/// It is kept as generic code has it. So a call can run it from generic code, which
/// passes all arguments by their addresses, and nothing is converted on the way.
@usableFromInline
final class AdviceClosure<Function>: AdviceBody, @unchecked Sendable {
  @usableFromInline let run: Function

  init(_ form: AdviceForm, argumentCount: UInt8 = 0, _ run: Function) {
    self.run = run
    super.init(form, argumentCount: argumentCount)
  }
}

/// How a call runs the body of an advice.
@usableFromInline
enum AdviceForm: UInt8 {
  // First those that links themselves run, so that a call chooses among few.
  /// The end of the advice: the call goes on.
  case end
  // With the subject and all arguments.
  case before
  case around
  /// With what came of the call too: the result of one that can't throw.
  case afterReturning
  /// Before and after, without knowing the types of the call.
  case pointcut
  /// With all arguments and a `Result`.
  case afterOutcome
  /// Without what came of the call.
  case afterArguments
  // With the first of the arguments.
  case beforeSome
  case aroundSome
  case afterSome
  // With the subject alone.
  case beforeSubject
  case aroundSubject
  case afterSubject
  /// The advice of single objects.
  case objects
  /// A step with traits: its body has the form.
  case special

  var kind: AdviceKind {
    switch self {
    case .before, .beforeSome, .beforeSubject: .before
    case .afterReturning, .afterOutcome, .afterArguments, .afterSome, .afterSubject: .after
    case .pointcut: .pointcut
    case .around, .aroundSome, .aroundSubject, .end, .objects, .special: .around
    }
  }
}
