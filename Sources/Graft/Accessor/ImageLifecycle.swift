// SPDX-License-Identifier: Apache-2.0

public import CGraft

/// Told when a plug-in comes to count, and when it ceases to. The type with `@Plugin` conforms
/// to it.
///
/// Both are called without any lock of Graft, on the thread that loads, withdraws or supersedes
/// the image, and never both at one time for one image. Each `onLoad` that returns is followed
/// by one `onWithdraw`, unless the image counts until the process ends.
public protocol ImageLifecycle: SendableMetatype {
  /// Called before the image's extensions count: by `ExtensionImage.load` and `loadAll` when
  /// nothing else speaks against the image, by `reinstate()`, and for a build that counts again
  /// as a newer one is rolled back. None of its extensions answers yet.
  ///
  /// - Throws: what refuses the image, or leaves it as it was. Its extensions never answer then.
  static func onLoad(_ image: ExtensionImage) throws

  /// Called when its extensions do not count any more, for whatever reason, and calls go
  /// elsewhere. Calls that were under way can still be in its code, which stays loaded. Also
  /// called if `load` refuses the image after `onLoad` returned.
  static func onWithdraw(_ image: ExtensionImage)
}

extension ImageLifecycle {
  /// Does nothing.
  public static func onLoad(_ image: ExtensionImage) throws {}

  /// Does nothing.
  public static func onWithdraw(_ image: ExtensionImage) {}
}

/// Carries the type of a lifecycle through a C pointer, to a caller who then owns the object.
final class LifecycleBox {
  let type: any ImageLifecycle.Type

  init(_ type: any ImageLifecycle.Type) {
    self.type = type
  }
}

extension GeneratedCode {
  /// The Swift side of the accessor of a plug-in's manifest.
  public enum PluginAccessor {
    /// Answers a request.
    ///
    /// - Parameters:
    ///   - request: of the registry.
    ///   - lifecycle: who is told when the plug-in comes to count and ceases to. Generic, since
    ///     the compiler prefers `Any.Type` to an existential type.
    @_alwaysEmitIntoClient
    public static func answer<Lifecycle: ImageLifecycle>(
      _ request: UnsafePointer<graft_request>, _ lifecycle: Lifecycle.Type
    ) -> UnsafeMutableRawPointer? {
      graft_refer_to_epoch()
      guard ExtensionAccessor.sharesRuntime else {
        request.pointee.response!.pointee.outcome = UInt32(GRAFT_OUTCOME_OTHER_RUNTIME)
        return nil
      }
      return answer(request, telling: lifecycle)
    }

    /// Answers a request for a type that is told nothing.
    @_alwaysEmitIntoClient
    public static func answer<Other>(
      _ request: UnsafePointer<graft_request>, _ type: Other.Type
    ) -> UnsafeMutableRawPointer? {
      request.pointee.response!.pointee.outcome = UInt32(GRAFT_OUTCOME_APPLIES)
      return nil
    }

    @usableFromInline
    static func answer(
      _ request: UnsafePointer<graft_request>, telling lifecycle: any ImageLifecycle.Type
    ) -> UnsafeMutableRawPointer? {
      let isKnown = request.pointee.operation == GRAFT_OPERATION_LIFECYCLE
      request.pointee.response!.pointee.outcome = UInt32(
        isKnown ? GRAFT_OUTCOME_APPLIES : GRAFT_OUTCOME_UNKNOWN_OPERATION)
      return isKnown ? Unmanaged.passRetained(LifecycleBox(lifecycle)).toOpaque() : nil
    }
  }
}
