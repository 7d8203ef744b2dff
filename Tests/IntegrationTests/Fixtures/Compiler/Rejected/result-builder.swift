// SPDX-License-Identifier: Apache-2.0

import Graft

@resultBuilder
struct HTML {
  static func buildBlock(_ texts: String...) -> [String] { texts }
}

@Extensible
protocol Page {
  func title() -> String
  @HTML func body() -> [String]  // error: an attribute that is no global actor
  @HTML var head: [String] { get }  // error: an attribute that is no global actor
}
