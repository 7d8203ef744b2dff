// SPDX-License-Identifier: Apache-2.0

import Glibc
import GraftCourier
import GraftPlugins
import Kinds
import Shop

ImageReload.start()

// The state of the program, which no replacement touches.
var till = Till()
let token = try Coffee.advise()
let clerk = Clerk()
let courier = ListenerCourier()
try courier.receivers.add(clerk)
var last: [String: String] = [:]
@MainActor func own() -> [(String, String)] {
  [("sale", till.next()), ("advised", "\(Coffee().price())"), ("courier", "\(courier.heard(1))")]
}
while true {
  for (kind, answer) in await answers() + own() where last[kind] != answer {
    print("\(kind): \(answer)")
    last[kind] = answer
  }
  fflush(nil)
  try await Task.sleep(nanoseconds: 10_000_000)
}
