// SPDX-License-Identifier: Apache-2.0
import GraftCourier

@Extensible
protocol Library: Courier {
  func open()
  func add(_ item: Receivable)  // error: write 'Self.Receivable'
  func add(all items: Swift.Array<Receivable>)  // error: cannot find type 'Receivable' in scope
}
