// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The cost of a courier's delivery to its receivers. As with calls, each kind
/// is measured in several processes; callgrind counts instructions and
/// allocations.
enum CourierFigures {
  private static let processCount = 9
  private static let receptionCount = 12_800
  private static let counts = (few: 500, many: 20_500)

  static func figures() -> [Figure] {
    CourierKind.allCases.map(duration) + instructions()
  }

  private static func duration(of kind: CourierKind) -> Figure {
    let runs = (0..<processCount).compactMap { _ in
      Process.again("couriers", "time", kind.rawValue)?.split(whereSeparator: \.isWhitespace)
        .compactMap { Double($0) }
    }
    let ratios = runs.map { $0[0] }
    return Figure(
      kind.what, median(ratios), spread: spread(ratios), atMost: kind.bound,
      "\(median(runs.map { $0[1] }).text(0)) ns → \(median(runs.map { $0[2] }).text(0)) ns")
  }

  /// Measures one kind in its own process: `time KIND`, or `run KIND SIDE
  /// COUNT` under callgrind.
  static func run(_ arguments: [String]) {
    let kind = CourierKind(rawValue: arguments[1])!
    if arguments[0] == "time" { return measure(kind) }
    consumed.store(kind.prepared(arguments[2])(Int(arguments[3])!), ordering: .relaxed)
  }

  private static func measure(_ kind: CourierKind) {
    let count = max(receptionCount / kind.receiverCount, 1)
    let (byHand, courier) = (kind.prepared("by-hand"), kind.prepared("courier"))
    let comparison = Comparison(rounds: 200, of: { courier(count) }, with: { byHand(count) })
    let scale = 1e9 / Double(count)
    print(comparison.ratio, comparison.reference * scale, comparison.measured * scale)
  }

  // MARK: Instructions

  private static func instructions() -> [Figure] {
    Profiler.figures("instructions of a delivery", verb: "couriers run") { profiler in
      CourierKind.allCases.flatMap { instructions(of: $0, profiler) }
    }
  }

  private static func instructions(of kind: CourierKind, _ profiler: Profiler) -> [Figure] {
    guard
      let byHand = profiler.profile(kind, "by-hand", counts.few, counts.many),
      let courier = profiler.profile(kind, "courier", counts.few, counts.many)
    else { return [Figure("instructions: \(kind.what)", skipped: "callgrind failed")] }
    return [
      Figure(
        "instructions: \(kind.what)", courier.instructions / byHand.instructions,
        "\(byHand.instructions.text(0)) → \(courier.instructions.text(0))"),
      Figure(
        "allocations: \(kind.what)", courier.allocations, digits: 0,
        atMost: kind.allocationBound,
        "functions called: \(courier.libraryCalls.joined(separator: ", "))"),
    ]
  }
}
