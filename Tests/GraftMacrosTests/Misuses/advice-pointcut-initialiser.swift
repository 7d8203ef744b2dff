@Advice(protocols: "*")
final class Tracer: PointcutAdvice {
  required init() { print("made") }

  override func before(_ call: AdvisedCall) {}
}
