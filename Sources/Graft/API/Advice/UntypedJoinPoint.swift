// SPDX-License-Identifier: Apache-2.0

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

extension AdviceKind {
  /// A closure that is given for this kind, of the type that it has to have.
  func closure<Closure>(_ closure: any Sendable) throws(AdviceError) -> Closure {
    guard let run = closure as? Closure else {
      throw .incompatibleClosure(closure, self, expected: Closure.self)
    }
    return run
  }
}
