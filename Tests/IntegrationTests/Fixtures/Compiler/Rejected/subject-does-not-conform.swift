// SPDX-License-Identifier: Apache-2.0

import Graft

@Extensible
protocol Plain {
  func plain()
}

class OfAll<Subject>: PlainExtension<Subject> {}  // error: type 'Subject' does not conform to protocol 'Plain'

func ask() {
  _ = PlainExtension<Int>.resolution  // error: type 'Int' does not conform to protocol 'Plain'
}
