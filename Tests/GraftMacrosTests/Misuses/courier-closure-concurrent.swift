import GraftCourier

@Courier(concurrent: true)
protocol Uploader: Sendable {
  func upload(_ progress: @Sendable (Double) -> Void) async
}
