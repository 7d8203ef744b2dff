import Glibc
import Graft
import MatrixAPI

/// Threads that call while advice and the plug-in come and go.
enum Threads {
  /// Says how many calls saw something that never was.
  static func run(with plugin: ExtensionImage?) throws {
    let threads = (0..<2).map { _ in start() }
    for _ in 0..<100 {
      let token = try PlaceExtension<Town>.joinPoints.plugin.around { "<\($0())>" }
      _ = try plugin?.withdraw()
      try token.remove()
      _ = try plugin?.reinstate()
    }
    let wrong = threads.map { thread -> Int in
      var result: UnsafeMutableRawPointer?
      pthread_join(thread, &result)
      return Int(bitPattern: result)
    }
    print("calls of threads: \(wrong) wrong")
  }

  private static func start() -> pthread_t {
    var thread = pthread_t()
    let status = pthread_create(&thread, nil, callAndCount, nil)
    precondition(status == 0)
    return thread
  }
}

/// The number of wrong answers, as a thread returns it.
private func callAndCount(_: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  let answers: Set = ["nobody", "<nobody>", "plug-in of Ulm", "<plug-in of Ulm>"]
  let wrong = (0..<5000).count { _ in !answers.contains(Town().plugin()) }
  return UnsafeMutableRawPointer(bitPattern: wrong)
}
