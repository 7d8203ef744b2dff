@Extensible
public protocol Greeter {
  static func <+> (first: Self, second: Self) -> Self
}
