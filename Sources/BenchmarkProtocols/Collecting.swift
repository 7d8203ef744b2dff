// SPDX-License-Identifier: Apache-2.0

public import Graft

/// A requirement that many extensions contribute to.
@Extensible
public protocol Collecting {
  func contribution(_ number: Int) -> Int
}
