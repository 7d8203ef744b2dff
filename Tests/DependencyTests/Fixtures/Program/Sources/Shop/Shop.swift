// SPDX-License-Identifier: Apache-2.0

import Graft

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
