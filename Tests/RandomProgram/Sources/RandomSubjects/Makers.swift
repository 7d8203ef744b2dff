// SPDX-License-Identifier: Apache-2.0

public import RandomProtocols

public struct Coin: Maker, Named {
  public typealias Item = String
  public let number: Int
  public var note = ""

  public init(number: Int) { self.number = number }
}

public struct Crate<Item: Carrier & Sendable>: Maker {
  public let number: Int
  public var note = ""
  public var items: [Item] = []

  public init(number: Int) { self.number = number }
}

extension Crate: Named where Item: Equatable {}

public final class Mould: Maker {
  public typealias Item = Parcel
  public let number: Int
  public var note = ""

  public init(number: Int) { self.number = number }
}
