// SPDX-License-Identifier: Apache-2.0

public import RandomProtocols

public struct Ticket: Token, ~Copyable {
  public let number: Int
  public var count = 0

  public init(number: Int) { self.number = number }
}

public struct Stub: Token, Stamped, ~Copyable {
  public let number: Int
  public var count = 0
  var words: [String] = []

  public init(number: Int) { self.number = number }
}

public struct Holder<Value: ~Copyable>: Token, ~Copyable {
  public let number: Int
  public var count = 0
  var value: Value?

  public init(number: Int) { self.number = number }
}

extension Holder: Stamped where Value: ~Copyable {}

/// Can be copied all the same.
public struct Chip: Token, Stamped {
  public let number: Int
  public var count = 0

  public init(number: Int) { self.number = number }
}
