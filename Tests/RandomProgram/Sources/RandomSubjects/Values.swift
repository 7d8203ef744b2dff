// SPDX-License-Identifier: Apache-2.0

public import CRandom
public import RandomProtocols

public struct Small1: Speaker, Numbered {
  public let number: Int
  public var count: Int {
    get { 0 }
    set {}
  }

  public init(number: Int) { self.number = number }
}

public struct Pair: Speaker, Numbered, Named {
  public let number: Int
  public var count = 0

  public init(number: Int) { self.number = number }
}

public struct Heap: Speaker, Numbered, Aged {
  public let number: Int
  public var count = 0
  public var words: [String]

  public init(number: Int) {
    self.number = number
    words = ["a word that is too long to be stored in line", "\(number)"]
  }
}

public struct Large: Host, Numbered, Named, Aged {
  public let number: Int
  public var count = 0
  public var a = "a", b = "b", c = "c", d = "d"

  public init(number: Int) { self.number = number }
}

public enum Choice: Speaker, Numbered, Named {
  case few(Int, count: Int)
  case many(String, Int, count: Int)

  public init(number: Int) {
    self = number % 2 == 0 ? .few(number, count: 0) : .many("many", number, count: 0)
  }

  public var number: Int {
    switch self {
    case .few(let number, _), .many(_, let number, _): number
    }
  }

  public var count: Int {
    get {
      switch self {
      case .few(_, let count), .many(_, _, let count): count
      }
    }
    set {
      switch self {
      case .few(let number, _): self = .few(number, count: newValue)
      case .many(let text, let number, _): self = .many(text, number, count: newValue)
      }
    }
  }
}

/// A structure of C, whose conformance is another module's.
extension CPoint: Speaker, Aged {
  public init(number: Int) { self.init(number: number, x: 0) }
  public var count: Int {
    get { Int(x) }
    set { x = Double(newValue) }
  }
}
extension CPoint: Numbered {}
