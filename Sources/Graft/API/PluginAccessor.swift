// SPDX-License-Identifier: Apache-2.0

public import CGraft

extension GeneratedCode {
  /// The Swift side of the accessor of a plug-in's manifest.
  public enum PluginAccessor {
    /// Answers a request.
    ///
    /// - Parameters:
    ///   - request: the registry's request.
    ///   - lifecycle: the plug-in's lifecycle. It is generic, since the compiler prefers `Any.Type`
    ///     to an existential type.
    ///   - runtime: a type of the caller's standard library.
    public static func answer<Lifecycle: ImageLifecycle>(
      _ request: UnsafePointer<graft_request>, _ lifecycle: Lifecycle.Type,
      runtime: Any.Type = ExtensionAccessor.callersRuntime()
    ) -> UnsafeMutableRawPointer? {
      guard ExtensionAccessor.isOfRegistry(runtime, request) else {
        return ExtensionAccessor.isOfOtherRuntime(request)
      }
      let isKnown = request.pointee.operation == GRAFT_OPERATION_LIFECYCLE
      request.pointee.response!.pointee.outcome = UInt32(
        isKnown ? GRAFT_OUTCOME_ANSWERED : GRAFT_OUTCOME_UNKNOWN_OPERATION)
      return isKnown ? Unmanaged.passRetained(LifecycleBox(lifecycle)).toOpaque() : nil
    }

    /// Answers a request for a type without a lifecycle.
    ///
    /// Both functions have the same parameters: of two that fit, the compiler takes the one with
    /// fewer default arguments before the one with more constraints.
    @_alwaysEmitIntoClient
    public static func answer<Other>(
      _ request: UnsafePointer<graft_request>, _ type: Other.Type,
      runtime: Any.Type = ExtensionAccessor.callersRuntime()
    ) -> UnsafeMutableRawPointer? {
      request.pointee.response!.pointee.outcome = UInt32(GRAFT_OUTCOME_ANSWERED)
      return nil
    }
  }
}
