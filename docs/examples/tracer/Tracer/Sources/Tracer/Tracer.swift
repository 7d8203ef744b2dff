import Graft

/// Writes down when each call begins and ends. Which calls is said by patterns, so
/// another program needs other patterns and no other code.
@Advice(protocols: "Order", requirements: "price(*", "total()", "ship(*", "deliver(*")
final class Tracer: PointcutAdvice {
  override func before(_ call: AdvisedCall) {
    TraceFile.shared.add(.begin, of: call, ["subject": "\(call.subject)"])
  }

  override func after(_ call: AdvisedCall, throwing error: (any Error)?) {
    TraceFile.shared.add(.end, of: call, error.map { ["error": "\($0)"] } ?? [:])
  }
}
