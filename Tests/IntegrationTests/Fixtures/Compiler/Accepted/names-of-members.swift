// SPDX-License-Identifier: Apache-2.0

import Graft

// In an extension of these protocols, their names are those of member types.

@Extensible
protocol Element: Sequence { func weigh() -> Int }

protocol Container { associatedtype Item }

@Extensible
protocol Item: Container {
  func weigh() -> Int
  static func limit() -> Int
}

class TableView { struct Row {} }

@Extensible
protocol Row: TableView { func weigh() -> Int }
