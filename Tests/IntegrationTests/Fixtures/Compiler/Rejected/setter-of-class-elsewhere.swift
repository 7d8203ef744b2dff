// SPDX-License-Identifier: Apache-2.0
import Graft

protocol Object: AnyObject {}

@Extensible
protocol Weighed: Object {
  func weigh() -> Int
  var weight: Int { get set }  // error: write 'AnyObject' in its own inheritance clause too
}
