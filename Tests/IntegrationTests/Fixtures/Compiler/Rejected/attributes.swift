// SPDX-License-Identifier: Apache-2.0

import Graft

#if compiler(>=6)  // error: write the declaration once in each branch of '#if'
  @MainActor
#endif
@Extensible
protocol Conditional { func act() }

@globalActor
actor SiteBuilder { static let shared = SiteBuilder() }

@Extensible
protocol Site {
  @SiteBuilder func build() async -> Int  // error: give the global actor another name
  @SiteBuilder func clear()  // error: give the global actor another name
}

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
