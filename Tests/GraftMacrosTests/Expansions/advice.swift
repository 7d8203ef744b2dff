import Graft

@Advice(priority: 3)
final class Guard<Subject: Greeter & Named>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject, _ other: String) -> String { super.greet(subject, other) }
}

@Advice(protocols: "*Greeter", requirements: "greet*", "get *", subjects: "Zoo.*", priority: -1)
final class Tracer: PointcutAdvice {
  override func before(_ call: AdvisedCall) {}
}
