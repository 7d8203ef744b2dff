// SPDX-License-Identifier: Apache-2.0

import BenchmarkProtocols
import BenchmarkSubjects

/// The cost of calls. Each kind is measured in several processes, since the
/// addresses of a process's code and stack matter as much as the code.
enum CallFigures {
  static let processCount = 9
  private static let callCount = 12_800
  private static let linksAboveTheLast = 4.0

  static func figures() -> [Figure] {
    CallKind.allCases.map { kind in
      let runs = (0..<processCount).compactMap { _ in
        Process.again("calls", kind.rawValue)?.split(whereSeparator: \.isWhitespace).compactMap {
          Double($0)
        }
      }
      let (ratios, native, grafted) = (runs.map { $0[0] }, runs.map { $0[1] }, runs.map { $0[2] })
      return Figure(
        kind.what, median(ratios), spread: spread(ratios), atMost: kind.bound,
        "\(median(native).text(1)) ns → \(median(grafted).text(1)) ns")
    }
  }

  /// Prints one kind's ratio, and both times in nanoseconds; runs in its own
  /// process.
  static func measure(_ kind: CallKind) {
    // Resolve one subject first, so that others are never the first.
    _ = CallKind.structure.grafted(1)
    if kind == .chain { return measureChain() }
    let comparison = Comparison(
      rounds: 200, of: { kind.grafted(callCount) }, with: { kind.native(callCount) })
    show(comparison.ratio, comparison.reference, comparison.measured)
  }

  /// Measures a call with five links against one with one link, in native
  /// calls.
  private static func measureChain() {
    var (natives, links): ([Double], [Double]) = ([], [])
    for _ in 0..<200 {
      let native = duration { CallKind.chain.native(callCount) }
      let one = duration { CallKind.structure.grafted(callCount) }
      let five = duration { CallKind.chain.grafted(callCount) }
      natives.append(native)
      links.append((five - one) / linksAboveTheLast)
    }
    let ratios = zip(links, natives).map { $0 / $1 }
    show(median(ratios), median(natives), median(links))
  }

  private static func show(_ ratio: Double, _ native: Double, _ grafted: Double) {
    let scale = 1e9 / Double(callCount)
    print(ratio, native * scale, grafted * scale)
  }
}
