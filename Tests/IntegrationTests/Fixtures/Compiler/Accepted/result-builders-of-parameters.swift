// SPDX-License-Identifier: Apache-2.0

import Graft

@resultBuilder
enum Listed {
  static func buildExpression(_ number: Int) -> [Int] { [number] }
  static func buildBlock(_ numbers: [Int]...) -> [Int] { numbers.flatMap { $0 } }
}

@Extensible
protocol Sum { func sum(@Listed of numbers: () -> [Int]) -> Int }

@Default
extension Sum where Self: Graft::AuthorDefault {
  func sum(@Listed of numbers: () -> [Int]) -> Int { numbers().reduce(0, +) }
}

struct Adder: Sum {}

let three = Adder().sum {
  1
  2
}
