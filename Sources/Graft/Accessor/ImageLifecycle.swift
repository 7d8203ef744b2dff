// SPDX-License-Identifier: Apache-2.0

public import CGraft

/// A type that is notified when a plug-in begins and ceases to count.
///
/// The type with `@Plugin` conforms to it.
///
/// Both methods are called without a lock of Graft, on the thread that loads,
/// withdraws or supersedes the image, and never concurrently for one image. One
/// `onWithdraw` follows each `onLoad` that returns, unless the image counts until
/// the process ends.
public protocol ImageLifecycle: SendableMetatype {
  /// Notifies that the image's extensions are about to count.
  ///
  /// It is the last check of `ExtensionImage.load` and `loadAll`. `reinstate()` calls
  /// it too, and so does rolling back a newer build.
  ///
  /// - Throws: an error that refuses the image, or leaves it as it was.
  static func onLoad(_ image: ExtensionImage) throws

  /// Notifies that the image's extensions no longer count, also if `load` refuses the
  /// image after `onLoad`.
  ///
  /// Calls in flight can still be in its code, which stays loaded.
  static func onWithdraw(_ image: ExtensionImage)

  /// The mark that `@Plugin` writes in its type.
  static var _isOfPlugin: Void { get }
}

extension ImageLifecycle {
  /// Does nothing.
  public static func onLoad(_ image: ExtensionImage) throws {}

  /// Does nothing.
  public static func onWithdraw(_ image: ExtensionImage) {}

  /// Rejects a type that nothing would call.
  @available(
    *, unavailable,
    message: "nothing calls a type without @Plugin: write '@Plugin(name: …, version: …)' before it"
  )
  public static var _isOfPlugin: Void {}
}

/// Carries the type of a lifecycle through a C pointer.
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
