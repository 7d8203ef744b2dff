struct Dog: Greeter {
  @Advisable((any Greeter).self)
  func eat(_ bone: consuming Bone) {}
}
