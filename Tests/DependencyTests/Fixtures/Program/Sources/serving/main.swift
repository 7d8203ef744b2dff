// SPDX-License-Identifier: Apache-2.0

import Glibc
import Graft
import Kinds
import Shop

ImageReload.start()

// The state of the program, which no replacement touches.
var till = Till()
var last: [String: String] = [:]
while true {
  for (kind, answer) in await answers() + [("sale", till.next())] where last[kind] != answer {
    print("\(kind): \(answer)")
    last[kind] = answer
  }
  fflush(nil)
  try await Task.sleep(nanoseconds: 10_000_000)
}
