import Graft

struct Box<Value>: Greeter {
  @Advisable((any Greeter).self)
  public func greet(_ other: String) throws -> String { "\(#function), \(other)" + { #function }() }

  @Advisable((any API.Greeter).self, typed: true)
  init?(_ value: Value) { print(#function); return nil }
}

struct Cat: Named {
  @AdvisableProperty((any Named).self, setter: true)
  var name: String = "Tom"
}

class Dog: Greeter {
  @Advisable((any Greeter).self)
  class func motto() async -> String {
    func inner(_ caller: String = #function) -> String { #function }
    return inner()
  }
}
