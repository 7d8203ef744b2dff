struct S: P {
  @Advisable((any P).self) @ListBuilder<Int>
  func list() -> [Int] {
    1
    2
  }
}
