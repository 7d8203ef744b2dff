import AdviceAPI
import Graft
import Synchronization

@Advice
final class Thousand<Subject: Counted>: CountedExtension<Subject> {
  override func count(_ subject: Subject, _ number: Int) -> Int {
    super.count(subject, number) + 1000
  }
}

/// What each call has to come to the end of.
@Advice(protocols: "Counted", requirements: "check(_:)")
final class Watch: PointcutAdvice {
  private let count = Atomic(0)

  override func before(_ call: AdvisedCall) { count.add(1, ordering: .relaxed) }
  override func after(_ call: AdvisedCall, throwing error: (any Error)?) {
    count.subtract(1, ordering: .relaxed)
  }
}

/// A type that comes with the plug-in.
struct Parrot: Counted {}

@c(make_parrot)
public func makeParrot(_ parrot: UnsafeMutableRawPointer) {
  parrot.assumingMemoryBound(to: (any Counted).self).initialize(to: Parrot())
}
