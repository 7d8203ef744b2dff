// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax

/// Problems of `@Courier`.
extension SyntaxProblem.Kind {
  static let courierOfNoProtocol = Self("@Courier is for a protocol")
  static let concurrentIsNoLiteral = Self(
    "'concurrent' is 'true' or 'false': it is read where the macro is expanded")
  static let concurrentNotSendable = Self(
    "receivers that are called at the same time are Sendable: let the protocol inherit from "
      + "'Sendable'")

  static func notForwarded(_ what: String, _ advice: String) -> Self {
    Self("a courier can't pass on \(what): \(advice)")
  }
}
