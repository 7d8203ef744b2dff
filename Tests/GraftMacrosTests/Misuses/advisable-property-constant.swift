struct Dog: Named {
  @AdvisableProperty((any Named).self)
  let name: String = "Rex"
}
