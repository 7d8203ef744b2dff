struct Dog: Greeter {
  @Advisable((any Greeter).self)
  borrowing func eat() {}
}
