// SPDX-License-Identifier: Apache-2.0
import Graft

protocol Shelf { associatedtype Item }

@Extensible
protocol Library: Shelf {
  func open()
  func add(_ item: Item)  // error: write 'Self.Item'
  func add(all items: Swift.Array<Item>)  // error: cannot find type 'Item' in scope
}
