@Extensible
protocol Adder {
  func sum(_ values: Int...) -> Int
  func sum(_ values: [Int]) -> Int
}
