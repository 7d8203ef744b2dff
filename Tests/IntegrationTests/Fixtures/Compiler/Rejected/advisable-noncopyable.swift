// SPDX-License-Identifier: Apache-2.0

import Graft

@Extensible
protocol Valve: ~Copyable {
  mutating func turn()
}

struct Tap: Valve {
  @Advisable((any Valve).self)
  mutating func turn() {}  // error: a member that a ~Copyable protocol requires can't be advised
}
