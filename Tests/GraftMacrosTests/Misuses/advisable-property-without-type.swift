struct Dog: Named {
  @AdvisableProperty((any Named).self)
  var name = "Rex"
}
