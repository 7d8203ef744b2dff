// SPDX-License-Identifier: Apache-2.0

public import Graft

/// What many contribute to: each extension is one contributor.
@Extensible
public protocol Collecting {
  func contribution(_ number: Int) -> Int
}
