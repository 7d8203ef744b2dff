// SPDX-License-Identifier: Apache-2.0

import Graft

@Extensible
protocol Plain {
  func plain()
}

class OfAll<Subject>: PlainExtension<Subject> {  // error: does not conform to protocol 'Plain'
}

func ask() {
  _ = PlainExtension<Int>.resolution  // error: does not conform to protocol 'Plain'
}
