public import Graft

@Extensible
public protocol Numbered {
  /// Of the first in line.
  func number() -> Int
  /// Of all in line, as bits.
  func numbers() -> UInt64
  /// How many are in line.
  func count() -> Int
}
