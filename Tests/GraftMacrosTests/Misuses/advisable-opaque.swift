struct Dog: Greeter {
  @Advisable((any Greeter).self)
  func greet() -> some Sequence<Int> { [1] }
}

struct Cat: Named {
  @AdvisableProperty((any Named).self)
  var name: some StringProtocol = "Tom"
}
