// SPDX-License-Identifier: Apache-2.0
import Graft

@Extensible
protocol Library: Courier {
  func open()
  func first() -> Receivable  // error: write 'Self.Receivable'
}
