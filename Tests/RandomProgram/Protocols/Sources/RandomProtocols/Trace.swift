// SPDX-License-Identifier: Apache-2.0

/// What happens in calls beside their results, in order.
///
/// Each task has its own, and an `async` call may go on on another thread.
public final class Trace: @unchecked Sendable {
  @TaskLocal public static var current: Trace?

  public var text = ""

  public init() {}

  public static func note(_ text: String) { current?.text += text }
}
