// SPDX-License-Identifier: Apache-2.0
import GraftCourier

@Extensible
protocol Weighed: Courier {
  func weigh() -> Int
  var weight: Int { get set }  // error: write 'AnyObject' in its own inheritance clause too
}
