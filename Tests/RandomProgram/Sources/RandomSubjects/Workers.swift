// SPDX-License-Identifier: Apache-2.0

public import RandomProtocols

public actor Desk: Worker {
  public nonisolated let number: Int

  public init(number: Int) { self.number = number }
}

public actor Clerk: Worker, Named, Aged {
  public nonisolated let number: Int

  public init(number: Int) { self.number = number }
}

public actor Booth<Value>: Worker, Aged {
  public nonisolated let number: Int
  var value: Value?

  public init(number: Int) { self.number = number }
}

extension Booth: Named where Value: Hashable {}
