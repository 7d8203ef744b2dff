// SPDX-License-Identifier: Apache-2.0

extension Int {
  /// The number with a noun, as in `1 image` and `2 images`.
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
