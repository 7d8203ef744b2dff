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

extension ExtensionRegistry {
  /// Blocks an extension, or all of a plug-in, for calls of the current task and its children,
  /// until the innermost `withTaskAdvice` ends: their chains are as if it were not there.
  ///
  /// Resolutions show the chains of the other tasks.
  ///
  /// - Parameter name: the name in tables, `Module.Name`, or a plug-in's.
  /// - Throws: `AdviceError.noTaskScope` outside of `withTaskAdvice`.
  public static func blockForTask(_ name: String) throws(AdviceError) {
    guard let scope = TaskScope.current.get() else { throw .noTaskScope("blocking \(name)") }
    let registry = Registry.shared
    let (hasEnded, retired) = registry.state.withLock { _ in
      scope.hasEnded ? (true, nil) : (false, scope.block(name))
    }
    if hasEnded { throw .noTaskScope("blocking \(name)") }
    guard let retired else { return }
    RetiredAdvice.retire(retired)
    _ = try? registry.change(.blockInTask(name))
  }
}

extension Registry {
  fileprivate func end(_ scope: TaskScope) {
    let (ids, names) = state.withLock { _ in (scope.end(), scope.blockedNames) }
    for id in ids { removeAdvice(id) }
    for name in names { _ = try? change(.unblockInTask(name)) }
  }
}
