class Dog: Greeter {
  @Advisable((any Greeter).self)
  class func make() -> Self { fatalError() }
}
