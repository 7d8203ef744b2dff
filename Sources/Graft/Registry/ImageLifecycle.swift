// SPDX-License-Identifier: Apache-2.0

import CGraft

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

extension AccessorRequest {
  /// The type that a plug-in's manifest names for its lifecycle.
  var lifecycle: (any ImageLifecycle.Type)? {
    send(GRAFT_OPERATION_LIFECYCLE).result.flatMap { Self.take($0, as: LifecycleBox.self) }?.type
  }
}
