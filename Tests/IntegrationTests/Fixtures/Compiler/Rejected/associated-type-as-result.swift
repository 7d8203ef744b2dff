// SPDX-License-Identifier: Apache-2.0
import GraftCourier

@Extensible
protocol Library: Courier {
  func open()
  func first() -> Receivable  // error: write 'Self.Receivable'
}
