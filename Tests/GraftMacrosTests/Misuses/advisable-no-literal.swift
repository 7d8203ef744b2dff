let isTyped = true

struct Dog: Greeter {
  @Advisable((any Greeter).self, typed: isTyped)
  func greet(_ other: String) -> String { "Hello" }
}

struct Cat: Named {
  @AdvisableProperty((any Named).self, setter: !isTyped)
  var name: String = "Tom"
}
