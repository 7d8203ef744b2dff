// SPDX-License-Identifier: Apache-2.0
import GraftCourier

@Extensible
protocol Created: Courier {
  func weigh() -> Int
  init(size: Int)  // error: a default can't make an object of a class-bound protocol
}
