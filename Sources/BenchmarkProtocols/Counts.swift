// SPDX-License-Identifier: Apache-2.0

public import Graft

// Named after how many extensions they have.

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
