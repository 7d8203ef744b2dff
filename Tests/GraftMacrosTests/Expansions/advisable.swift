import Graft

struct Box<Value>: Greeter {
  @Advisable((any Greeter).self)
  public func greet(_ other: String) throws -> String { "Hello, \(other)" }

  @Advisable((any API.Greeter).self, typed: true)
  init?(_ value: Value) { return nil }
}

struct Cat: Named {
  @AdvisableProperty((any Named).self, setter: true)
  var name: String = "Tom"
}

class Dog: Greeter {
  @Advisable((any Greeter).self)
  class func motto() async -> String { "Bark" }
}
