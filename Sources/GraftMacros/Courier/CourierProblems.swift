// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax

/// Problems of `@Courier`.
extension SyntaxProblem.Kind {
  static var courierOfNoProtocol: Self {
    Self(
      "@Courier is for a protocol")
  }

  static var concurrentIsNoLiteral: Self {
    Self(
      "'concurrent' is 'true' or 'false': it is read where the macro is expanded")
  }

  static var concurrentNotSendable: Self {
    Self(
      "receivers that are called at the same time are Sendable: let the protocol inherit from "
        + "'Sendable'")
  }

  static func notForwarded(_ what: String, _ advice: String) -> Self {
    Self(
      "a courier can't pass on \(what): \(advice)")
  }
}
