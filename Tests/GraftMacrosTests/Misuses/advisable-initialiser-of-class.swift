final class Dog: Named {
  @Advisable((any Named).self)
  init(name: String) {}
}
