struct Dog: Named {
  @AdvisableProperty((any Named).self)
  var name: String = "Rex" { didSet { print(name) } }
}
