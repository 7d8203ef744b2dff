@Extensible
public protocol Greeter {
  func greet<each Other>(_ other: repeat each Other)
}
