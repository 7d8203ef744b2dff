import Graft

/// An aspect that knows no protocol of the program: it is linked to Graft alone.
@Advice(protocols: "*", requirements: "*")
final class Watching: PointcutAdvice {
  override func before(_ call: AdvisedCall) { print("watched \(call.requirement)") }
}
