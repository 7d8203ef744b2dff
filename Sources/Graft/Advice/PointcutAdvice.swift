// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// Runs before and after the calls that a pointcut chooses: of any protocols,
/// requirements and subjects, by their names.
///
/// A final subclass with `@Advice(protocols:requirements:subjects:)` is in the
/// image's section, and counts as soon as the image is loaded. One object of it serves
/// all threads.
open class PointcutAdvice {
  public required init() {}

  /// Runs before the rest of the call.
  open func before(_ call: AdvisedCall) {}

  /// Runs when the rest of the call has returned or thrown.
  ///
  /// - Parameter error: what it has thrown, if it has.
  open func after(_ call: AdvisedCall, throwing error: (any Error)?) {}
}

/// What a pointcut found.
public final class AdvisedCall: @unchecked Sendable {
  /// The type of the subject; of an object, its class.
  public let subject: Any.Type
  /// Without its module.
  public let protocolName: String
  public let requirement: RequirementName

  init(subject: Any.Type, protocolName: String, requirement: RequirementName) {
    self.subject = subject
    self.protocolName = protocolName
    self.requirement = requirement
  }
}

/// What a link of a pointcut's advice runs.
final class PointcutBody: AdviceBody {
  let advice: PointcutAdvice
  let call: AdvisedCall

  init(_ advice: PointcutAdvice, _ call: AdvisedCall) {
    self.advice = advice
    self.call = call
    super.init(withoutArguments: .pointcut, AdviceTerms([], scope: .everySubject, seesAny: false))
  }
}
