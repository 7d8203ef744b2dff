import Graft

@Advice(protocols: "*", requirements: "*")
final class Watcher: PointcutAdvice {
  override func before(_ call: AdvisedCall) {}
}
