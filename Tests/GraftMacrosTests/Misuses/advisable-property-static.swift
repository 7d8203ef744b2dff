struct Dog: Named {
  @AdvisableProperty((any Named).self)
  static var name: String = "Rex"
}
