// SPDX-License-Identifier: Apache-2.0

public import CGraft

/// The Swift side of the accessor of a class with a pointcut.
public enum PointcutAccessor {
  /// Answers a request. There is no protocol to compare and no constraint: it says
  /// that it applies, and makes the object when it is asked to make a link.
  @_alwaysEmitIntoClient
  public static func answer(
    _ request: UnsafePointer<graft_request>, _ advice: PointcutAdvice.Type
  ) -> UnsafeMutableRawPointer? {
    graft_refer_to_epoch()
    guard ExtensionAccessor.sharesRuntime else {
      request.pointee.response!.pointee.outcome = UInt32(GRAFT_OUTCOME_OTHER_RUNTIME)
      return nil
    }
    request.pointee.response!.pointee.outcome = UInt32(GRAFT_OUTCOME_APPLIES)
    guard request.pointee.operation == GRAFT_OPERATION_MAKE_LINK else { return nil }
    return Unmanaged<PointcutAdvice>.passRetained(advice.init()).toOpaque()
  }

  /// For a constant of its object, which all threads share.
  @_alwaysEmitIntoClient
  public static func check<Constant: Sendable & ~Copyable>(_ constant: borrowing Constant) {}
}
