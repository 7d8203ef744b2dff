// SPDX-License-Identifier: Apache-2.0

import Graft

#if compiler(>=6)  // error: write the declaration once in each branch of '#if'
  @MainActor
#endif
@Extensible
protocol Conditional { func act() }

@Extensible
protocol Described {
  @available(  // error: write its text on one line
    *, deprecated,
    message: """
      use other
      """
  )
  func act(_ number: Int) -> Int
  #if compiler(>=6)  // error: write the declaration once in each branch of '#if'
    @available(*, deprecated)
  #endif
  func other()
}
