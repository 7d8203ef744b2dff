// SPDX-License-Identifier: Apache-2.0

import Graft

// A macro does not see that these are functions.
typealias Handler = (Int) -> Int

@Extensible
protocol Source {
  func each(_ body: Handler)  // error: non-escaping
  func every(_ body: (Int) -> Int)
}
