// SPDX-License-Identifier: Apache-2.0

public import RandomProtocols

public struct Box<Value>: Speaker, Numbered {
  public let number: Int
  public var count = 0
  public var value: Value?

  public init(number: Int) { self.number = number }
}

extension Box: Named where Value: Hashable {}
extension Box: Aged where Value: Speaker {}

public enum Either<First, Second>: Host, Numbered {
  case none(number: Int, count: Int)
  case some(First, Second, number: Int, count: Int)

  public init(number: Int) { self = .none(number: number, count: 0) }

  public var number: Int {
    switch self {
    case .none(let number, _), .some(_, _, let number, _): number
    }
  }

  public var count: Int {
    get {
      switch self {
      case .none(_, let count), .some(_, _, _, let count): count
      }
    }
    set { self = .none(number: number, count: newValue) }
  }
}

extension Either: Aged where First == Int {}

/// Of a parameter pack.
public struct Pack<each Value>: Speaker, Numbered, Named {
  public let number: Int
  public var count = 0
  public var values: (repeat (each Value)?)

  public init(number: Int) {
    self.number = number
    values = (repeat (nil as (each Value)?))
  }
}

public final class Cell<Value>: Speaker, Numbered {
  public let number: Int
  public var count = 0
  public var value: Value?

  public init(number: Int) { self.number = number }
}

extension Cell: Named where Value: Equatable {}
extension Cell: Host where Value: Equatable {}

public typealias EmptyPack = Pack<>
