// SPDX-License-Identifier: Apache-2.0

import Graft

@Extensible
protocol Engine {
  func start()
  #if canImport(Sensors)  // error: mark what is inside @Required
    func stop()
  #endif
}
