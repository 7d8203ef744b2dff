@Advice(protocols: "*")
final class Tracer: PointcutAdvice {
  #if DEBUG
    let start = 0
  #endif
  override func before(_ call: AdvisedCall) {}
}
