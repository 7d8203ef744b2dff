// SPDX-License-Identifier: Apache-2.0

import Graft

@resultBuilder
struct TextBuilder {
  static func buildBlock(_ texts: String...) -> [String] { texts }
}

@globalActor
actor Stage { static let shared = Stage() }

typealias Scene = Stage

@Extensible
protocol Page {
  @TextBuilder func body() -> [String]
  @Stage func play()
  @Scene var title: String { get }
  @MainActor func show()
  @discardableResult func turn() -> Bool
  @available(*, deprecated, message: "use turn()") func next()
}
