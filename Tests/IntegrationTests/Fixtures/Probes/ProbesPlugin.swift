import Graft
import ProbesAPI

@Extension(priority: 1)
final class Scales<Subject: Weighed>: WeighedExtension<Subject> {
  override func weigh(_ subject: Subject, _ limit: Int) throws -> Int {
    if limit < 0 { throw Refusal() }
    return try super.weigh(subject, limit)
  }
}

@Advice(protocols: "Weighed", requirements: "*")
final class Watch: PointcutAdvice {
  override func after(_ call: AdvisedCall, throwing error: (any Error)?) {
    print("call \(call.id): \(error.map { "\($0)" } ?? "returned")")
  }
}
