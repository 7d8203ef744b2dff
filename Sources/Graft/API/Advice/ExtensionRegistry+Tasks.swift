// SPDX-License-Identifier: Apache-2.0

extension ExtensionRegistry {
  /// Runs a closure, and removes the advice that it has installed with the option `.forTask`.
  ///
  /// Such advice runs for the calls of the current task and its child tasks only. Scopes can be
  /// nested: calls in the inner one reach the advice of both.
  public static func withTaskAdvice<Result>(_ body: () throws -> Result) rethrows -> Result {
    let scope = TaskScope(inside: TaskScope.current.get())
    defer { Registry.shared.end(scope) }
    return try TaskScope.current.withValue(scope, operation: body)
  }

  /// Runs an `async` closure, and removes the advice that it has installed with the option
  /// `.forTask`.
  nonisolated(nonsending) public static func withTaskAdvice<Result>(
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    let scope = TaskScope(inside: TaskScope.current.get())
    defer { Registry.shared.end(scope) }
    return try await TaskScope.current.withValue(scope, operation: body)
  }
}

extension Registry {
  fileprivate func end(_ scope: TaskScope) {
    for id in state.withLock({ _ in scope.end() }) { removeAdvice(id) }
  }
}
