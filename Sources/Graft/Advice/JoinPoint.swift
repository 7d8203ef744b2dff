// SPDX-License-Identifier: Apache-2.0

/// A requirement, for some subjects, as a place where advice is installed.
///
/// `@Extensible` writes one for each requirement, with methods that take closures of
/// its types: all parameters, and `proceed` or the result. The methods here take
/// closures with fewer parameters.
public protocol JoinPoint: Sendable {
  /// The subject, as closures see it.
  associatedtype AdvisedSubject

  /// Where its advice is installed.
  var place: AdvisedPlace { get }

  /// Installs a closure whose type is looked at now.
  ///
  /// - Returns: what takes it out again.
  /// - Throws: `AdviceError.incompatibleClosure` if it is not the type of the kind's
  ///   closure with all parameters; else as the methods for closures of known types.
  func install(
    _ kind: AdviceKind, _ closure: any Sendable, _ options: [AdviceOption]
  ) throws(AdviceError) -> AdviceToken
}

/// A join point of calls that neither throw nor can be suspended.
public protocol ReturningJoinPoint<AdvisedSubject, AdvisedProceed>: JoinPoint {
  /// The rest of the call, as a closure without parameters. A result that can't be
  /// copied is in its type, and can be no associated type itself.
  associatedtype AdvisedProceed
}

/// A join point of calls that can throw.
public protocol ThrowingJoinPoint<AdvisedSubject, AdvisedProceed>: JoinPoint {
  /// The rest of the call, as a closure without parameters.
  associatedtype AdvisedProceed
}

/// A requirement's number, and for which subjects.
public struct AdvisedPlace: @unchecked Sendable {
  let extended: ExtensibleProtocol
  let requirement: Int
  let scope: AdviceScope
  /// The base class of the subject's type that the closures see; nil where they see
  /// `any P`.
  let base: (any ExtensionBase.Type)?

  /// What an advice that is about to be installed here is made with.
  public func terms(_ options: [AdviceOption]) -> AdviceTerms {
    AdviceTerms(options, scope: scope, seesAny: base == nil)
  }

  /// Installs an advice: the next call of the requirement runs it.
  ///
  /// - Returns: what takes it out again.
  /// - Throws: `AdviceError` if another advice has the name, or the image of the subject's
  ///   type is withdrawn.
  public func install(_ body: AdviceBody) throws(AdviceError) -> AdviceToken {
    if let path = RegistryStore.shared.withdrawnImage(of: scope) {
      throw .imageWithdrawn(path: path, type: scope.description)
    }
    let advice = InstalledAdvice(
      body: body, extended: extended, requirement: requirement, scope: scope, base: base)
    guard RegistryStore.shared.installAdvice(advice) else { throw .nameTaken(body.terms.name!) }
    return body.terms.token
  }
}
