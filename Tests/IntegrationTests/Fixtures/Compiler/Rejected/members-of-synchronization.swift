// SPDX-License-Identifier: Apache-2.0

import Graft

@Extensible
protocol Counter {
  func count() -> Int
}

struct Tally: Counter {
  // Of a module that nobody has imported here.
  func word() -> UInt {
    UInt.encodeAtomicRepresentation(1)  // error: has no member 'encodeAtomicRepresentation'
  }

  let hits = Atomic<Int>(0)  // error: cannot find 'Atomic' in scope
}
