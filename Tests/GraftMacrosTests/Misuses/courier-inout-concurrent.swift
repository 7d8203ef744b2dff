import GraftCourier

@Courier(concurrent: true)
protocol P: Sendable {
  func fill(_ numbers: inout [Int]) async
}
