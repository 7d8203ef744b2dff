@Extensible
public protocol Greeter {
  var name: String
}
