// SPDX-License-Identifier: Apache-2.0

extension GeneratedCode {
  /// The name of a requirement that can't be advised.
  public enum NoJoinPoint {
    /// The requirement's number, for `@Advisable`.
    ///
    /// It is unavailable.
    @available(
      *, unavailable,
      message: "it can't be advised; the error of its join point, in 'joinPoints', says why"
    )
    public static var number: Int { 0 }
  }
}
