// SPDX-License-Identifier: Apache-2.0

/// What was installed, to take it out again. Letting go of it does not remove the
/// advice.
public final class AdviceToken: Sendable {
  let id: UInt64
  /// What it was installed with by `.named`.
  public let name: String?
  private let object: WeakObject?
  private let isThere: @Sendable () -> Bool
  private let take: @Sendable () -> Bool

  init(
    id: UInt64, name: String?, object: WeakObject?, isInstalled: @escaping @Sendable () -> Bool,
    remove: @escaping @Sendable () -> Bool
  ) {
    self.id = id
    self.name = name
    self.object = object
    isThere = isInstalled
    take = remove
  }

  /// Whether calls still reach the advice, or would.
  public var isInstalled: Bool {
    object?.isGone != true && isThere()
  }

  /// Takes the advice out: later calls do not reach it. Calls in flight may still
  /// run it; what it captured is released once none of them does.
  ///
  /// - Returns: true if it was installed, false if it was removed before.
  /// - Throws: `AdviceError.objectGone`, once, if it was that of an object that is
  ///   no more: the advice is gone with it.
  @discardableResult
  public func remove() throws(AdviceError) -> Bool {
    let wasInstalled = take()
    if let object, object.isGone { throw .objectGone(type: String(reflecting: object.type)) }
    return wasInstalled
  }
}
