// SPDX-License-Identifier: Apache-2.0

import GraftCourier

@Extensible public protocol Offer {
  func price() -> Int
}

@Extension
final class Usual<Subject: Offer>: OfferExtension<Subject> {
  override func price(_ subject: Subject) -> Int { 10 }
}

public struct Tea: Offer {
  public init() {}
}

/// Costs one more, by advice.
public struct Coffee: Offer {
  public init() {}
  public static func advise() throws -> AdviceToken {
    try OfferExtension<Coffee>.joinPoints.price.around { coffee, proceed in proceed() + 1 }
  }
}

/// Counts what it sold.
public struct Till {
  private var count = 0
  public init() {}
  public mutating func next() -> String {
    count += 1
    return "for \(total())"
  }
  private func total() -> Int { Tea().price() * 2 }
}

@Courier public protocol Listener: AnyObject {
  func heard(_ offer: Int) -> Int
}

public final class Clerk: Listener {
  public init() {}
  public func heard(_ offer: Int) -> Int { offer + 100 }
}
