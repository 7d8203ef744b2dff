// SPDX-License-Identifier: Apache-2.0
import Graft

struct Ticket: ~Copyable {}

@Extensible
protocol Kiosk {
  func open()
  var ticket: Ticket { get set }  // error: a setter whose value can't be copied has a default only
  var others: [Int] { get set }
  subscript(number: Int) -> Ticket { get set }  // error: a setter whose value can't be copied
  static var last: Ticket? { get set }  // error: a setter whose value can't be copied
}
