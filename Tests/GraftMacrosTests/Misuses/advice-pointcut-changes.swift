@Advice(protocols: "*")
final class Tracer: PointcutAdvice {
  static var isOn = true
  let start = 0
  private var count = 0

  override func before(_ call: AdvisedCall) { count += 1 }
}
