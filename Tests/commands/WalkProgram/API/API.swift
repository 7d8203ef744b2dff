// SPDX-License-Identifier: Apache-2.0

public import Graft

@Extensible
public protocol Greeter {
  func greet(_ other: String) -> String
}

public protocol Named {
  var name: String { get }
}

public struct Dog: Greeter, Named {
  public let name = "Rex"
  public init() {}
}

public struct Cat: Greeter, Named {
  public let name = "Tom"
  public init() {}
}
