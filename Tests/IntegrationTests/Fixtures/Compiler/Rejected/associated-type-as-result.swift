// SPDX-License-Identifier: Apache-2.0
import Graft

protocol Shelf { associatedtype Item }

@Extensible
protocol Library: Shelf {
  func open()
  func first() -> Item  // error: write 'Self.Item'
}
