@Extensible
protocol Constructible {
  static func construct(from text: String) -> Self?
  func describe() -> String
}

extension FixedWidthInteger where Self: SignedInteger {
  static func construct(from text: String) -> Self? { Self(text) }
}

extension Hashable {
  func describe() -> String { "" }
}

extension Int: Constructible {}
