import AdviceAPI
import Glibc
import Graft
import Synchronization

/// Children of fork, without exec, of a program whose other threads are in advised calls.
enum Forks {
  private static let isOver = Atomic(false)

  static func run() throws {
    let points = CountedExtension<Value>.joinPoints
    try points.count.around { _, number, proceed in proceed(number) + 1000 }
    guard call() == 0 else { fatalError("wrong") }
    let callers = (0..<3).map { _ in
      Threads.start {
        while !isOver.load(ordering: .relaxed) {
          if call() != 0 { fatalError("wrong") }
        }
      }
    }
    // What a child does without exec must not be the first of its kind: the Swift runtime
    // may be locked.
    try points.count.before { _, _ in }.remove()
    var failures = try ownImplementation() ? 0 : 1
    for _ in 0..<200 {
      let token = try points.count.before { _, _ in }
      let child = fork()
      if child == 0 {
        alarm(20)
        let isRemoved = try token.remove()
        _exit(call() == 0 && isRemoved ? 0 : 1)
      }
      var status: Int32 = 0
      waitpid(child, &status, 0)
      if status != 0 { failures += 1 }
      try token.remove()
    }
    isOver.store(true, ordering: .relaxed)
    for caller in callers { pthread_join(caller, nil) }
    print("failures: \(failures)")
  }

  /// Whether a child has the advice of a type's own implementation that came after its last call.
  private static func ownImplementation() throws -> Bool {
    let before = Tally().count(1)
    let token = try CountedExtension<Tally>.joinPoints.count.around { _, number, proceed in
      proceed(number) + 1000
    }
    let child = fork()
    if child == 0 {
      alarm(20)
      _exit(Tally().count(1) == before + 1000 ? 0 : 1)
    }
    var status: Int32 = 0
    waitpid(child, &status, 0)
    try token.remove()
    return status == 0
  }

  private struct Tally: Counted {
    @Advisable((any Counted).self)
    func count(_ number: Int) -> Int { number }
  }

  /// 0 if all is right.
  private static func call() -> Int32 {
    Value().count(1) == 1001 ? 0 : 1
  }
}
