class Dog: Named {
  @AdvisableProperty((any Named).self, setter: true)
  var name: String = "Rex"
}
