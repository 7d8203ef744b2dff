import GraftCourier

@Courier(concurrent: true)
protocol Retrying: Sendable {
  func retry(_ body: @Sendable @escaping () async throws -> Int) async rethrows -> Int
}
