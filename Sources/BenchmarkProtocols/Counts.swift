// SPDX-License-Identifier: Apache-2.0

public import Graft

// Each protocol is named for the number of its extensions.

@Extensible
public protocol One {
  func one() -> Int
}

@Extensible
public protocol Ten {
  func ten() -> Int
}

@Extensible
public protocol Hundred {
  func hundred() -> Int
}
