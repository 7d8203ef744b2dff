import Graft
import ProbesAPI

@Extension(priority: 1)
final class Scales<Subject: Weighed>: WeighedExtension<Subject> {
  override func weigh(_ subject: Subject, _ limit: Int) throws -> Int {
    if limit < 0 { throw Refusal() }
    return try super.weigh(subject, limit)
  }
}

@Advice(protocols: "Weighed", requirements: "weigh(_:)")
final class Watch: PointcutAdvice {
  override func after(_ call: AdvisedCall, throwing error: (any Error)?) {
    print("call \(call.id): \(error.map { "\($0)" } ?? "returned")")
  }
}

@Advice(protocols: "Weighed", requirements: "seal(_:)")
final class Stamp: AroundPointcut {
  override func around(_ call: RunningCall, _ proceed: Proceed) throws {
    try proceed()
    print("call \(call.id): \(call.result ?? "")")
  }
}
