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
    @_alwaysEmitIntoClient
    public static func answer<Lifecycle: ImageLifecycle>(
      _ request: UnsafePointer<graft_request>, _ lifecycle: Lifecycle.Type
    ) -> UnsafeMutableRawPointer? {
      graft_refer_to_epoch()
      guard ExtensionAccessor.sharesRuntime(request) else {
        return ExtensionAccessor.isOfOtherRuntime(request)
      }
      return answer(request, telling: lifecycle)
    }

    /// Answers a request for a type without a lifecycle.
    @_alwaysEmitIntoClient
    public static func answer<Other>(
      _ request: UnsafePointer<graft_request>, _ type: Other.Type
    ) -> UnsafeMutableRawPointer? {
      request.pointee.response!.pointee.outcome = UInt32(GRAFT_OUTCOME_ANSWERED)
      return nil
    }

    @usableFromInline
    static func answer(
      _ request: UnsafePointer<graft_request>, telling lifecycle: any ImageLifecycle.Type
    ) -> UnsafeMutableRawPointer? {
      let isKnown = request.pointee.operation == GRAFT_OPERATION_LIFECYCLE
      request.pointee.response!.pointee.outcome = UInt32(
        isKnown ? GRAFT_OUTCOME_ANSWERED : GRAFT_OUTCOME_UNKNOWN_OPERATION)
      return isKnown ? Unmanaged.passRetained(LifecycleBox(lifecycle)).toOpaque() : nil
    }
  }
}
