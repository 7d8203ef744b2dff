@Extensible
public protocol Greeter {
  var name: String { get set }
  mutating func setName(_ name: String)
}
