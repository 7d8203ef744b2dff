// SPDX-License-Identifier: Apache-2.0

import Graft

/// The cost of advice: for calls it applies to, and for others. As with calls,
/// each kind is measured in several processes, and callgrind counts.
enum AdviceFigures {
  private static let callCount = 12_800
  private static let rounds = 200
  private static let counts = (few: 1000, many: 21_000)

  static func figures() -> [Figure] {
    AdviceKind.Caller.allCases.flatMap { caller in
      AdviceKind.allCases.map { duration(of: $0, by: caller) }
    } + instructions()
  }

  private static func duration(of kind: AdviceKind, by caller: AdviceKind.Caller) -> Figure {
    let runs = (0..<CallFigures.processCount).compactMap { _ in
      Process.again("advice", "time", kind.rawValue, caller.rawValue)?.split(
        whereSeparator: \.isWhitespace
      )
      .compactMap { Double($0) }
    }
    let ratios = runs.map { $0[0] }
    return Figure(
      kind.what + (caller == .generic ? ", called by generic code" : "")
        + (kind == .elsewhere ? ", in resolved calls" : ", in native calls"),
      median(ratios), spread: spread(ratios), atMost: kind.bound(for: caller),
      "\(median(runs.map { $0[1] }).text(1)) ns → \(median(runs.map { $0[2] }).text(1)) ns")
  }

  /// Measures one kind in its own process: `time KIND CALLER`, or `run KIND
  /// SIDE COUNT` under callgrind.
  static func run(_ arguments: [String]) {
    let kind = AdviceKind(rawValue: arguments[1])!
    // Resolve one subject first, so that others are never the first.
    _ = AdviceKind.resolved(1)
    if arguments[0] == "time" { return measure(kind, AdviceKind.Caller(rawValue: arguments[2])!) }
    kind.run(arguments[2], Int(arguments[3])!)
  }

  /// Prints the ratio, and both times in nanoseconds.
  private static func measure(_ kind: AdviceKind, _ caller: AdviceKind.Caller) {
    var (references, measured): ([Double], [Double]) = ([], [])
    for round in 0...rounds {
      let reference = benchmarks.duration {
        kind == .elsewhere
          ? AdviceKind.resolved(callCount, by: caller) : AdviceKind.native(callCount, by: caller)
      }
      var advised = 0.0
      kind.withScope {
        let remove = kind.install()
        kind.call {
          // The first call after a change resolves.
          _ = AdviceKind.resolved(1)
          advised = benchmarks.duration { AdviceKind.resolved(callCount, by: caller) }
        }
        guard remove() else { fatalError("the advice was not installed") }
      }
      // The first round warms up.
      guard round > 0 else { continue }
      references.append(reference)
      measured.append(advised)
    }
    let scale = 1e9 / Double(callCount)
    print(
      median(zip(measured, references).map { $0 / $1 }), references.min()! * scale,
      measured.min()! * scale)
  }

  // MARK: Instructions

  private static func instructions() -> [Figure] {
    Profiler.figures("instructions of an advised call", verb: "advice run") { profiler in
      AdviceKind.allCases.filter(\.isCounted).flatMap { instructions(of: $0, profiler) }
    }
  }

  private static func instructions(of kind: AdviceKind, _ profiler: Profiler) -> [Figure] {
    let side = kind == .elsewhere ? "resolved" : "native"
    guard
      let reference = profiler.profile(kind, side, counts.few, counts.many),
      let advised = profiler.profile(kind, "advised", counts.few, counts.many)
    else { return [Figure("instructions: \(kind.what)", skipped: "callgrind failed")] }
    let calls = advised.libraryCalls.isEmpty ? "none" : advised.libraryCalls.joined(separator: ", ")
    return [
      Figure(
        "instructions more: \(kind.what)", advised.instructions - reference.instructions,
        digits: 0, atMost: kind == .elsewhere ? 0 : nil,
        "\(reference.instructions.text(0)) → \(advised.instructions.text(0)) with the loop"),
      Figure(
        "in libraries or locked: \(kind.what)",
        advised.costlyInstructions - reference.costlyInstructions, digits: 0,
        // Two locked instructions count the call, and take that off.
        atMost: kind.isInLink ? 2 : nil, "functions called: \(calls)"),
    ]
  }
}
