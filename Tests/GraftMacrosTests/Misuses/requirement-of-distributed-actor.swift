@Extensible
protocol Worker: DistributedActor {
  nonisolated func name() -> String
  static func make() -> Int
}
