struct Dog: Greeter {
  @Advisable((any Greeter).self)
  var name: String { "Rex" }
}
