// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The instructions that calls execute, counted by callgrind, and among them
/// those in libraries and those that lock the bus.
enum InstructionFigures {
  /// The counts of calls are far enough apart that some thousand instructions
  /// more or less for resolving do not matter.
  private static let counts = (few: 1000, many: 65_000)

  /// Runs calls in its own process, under callgrind.
  static func run(_ arguments: [String]) {
    let (kind, count) = (CallKind(rawValue: arguments[0])!, Int(arguments[2])!)
    // Resolve one subject first, so that others are never the first.
    consumed.store(CallKind.structure.grafted(1), ordering: .relaxed)
    let result = arguments[1] == "native" ? kind.native(count) : kind.grafted(count)
    consumed.store(result, ordering: .relaxed)
  }

  static func figures() -> [Figure] {
    Profiler.figures("instructions of a call") { profiler in
      CallKind.allCases.flatMap { figures(of: $0, profiler) }
    }
  }

  private static func figures(of kind: CallKind, _ profiler: Profiler) -> [Figure] {
    guard
      let native = profiler.profile(kind, "native", counts.few, counts.many),
      let grafted = profiler.profile(kind, "grafted", counts.few, counts.many)
    else { return [Figure("instructions: \(kind.what)", skipped: "callgrind failed")] }
    let absolute =
      "\(native.instructions.text(0)) → \(grafted.instructions.text(0)) with the loop"
    let isCostly = [.later, .orRefuse].contains(kind)
    let costs = grafted.costlyInstructions - native.costlyInstructions
    let calls = grafted.libraryCalls.isEmpty ? "none" : grafted.libraryCalls.joined(separator: ", ")
    return [
      Figure(
        kind == .chain ? "instructions of four super calls" : "instructions more: \(kind.what)",
        grafted.instructions - native.instructions, digits: 0,
        atMost: kind == .structure ? 16 : nil, absolute),
      Figure(
        "in libraries or locked: \(kind.what)", costs, digits: 0, atMost: isCostly ? nil : 0,
        kind == .many ? "the loop copies each subject, natively too" : "functions called: \(calls)"),
    ]
  }
}
