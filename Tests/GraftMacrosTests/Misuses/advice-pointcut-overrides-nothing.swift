@Advice(protocols: "*")
final class Tracer: PointcutAdvice {
  func before(_ name: String) {}
}
