// SPDX-License-Identifier: Apache-2.0

import Glibc
import Graft
import Shop

ImageReload.start()

// The state of the program, which no replacement touches.
var till = Till()
while true {
  print(till.next())
  fflush(nil)
  usleep(100_000)
}
