// SPDX-License-Identifier: Apache-2.0

public import Graft

@Extensible
public protocol Greeter {
  func greet(_ other: String) -> String
}

public struct Dog: Greeter {
  public init() {}
}
