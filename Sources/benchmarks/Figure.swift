// SPDX-License-Identifier: Apache-2.0

/// A row of the results.
struct Figure {
  let what: String
  let measured: String
  /// The bound; nil if the figure is only informative.
  let bound: Double?
  /// The value to compare with the bound; nil if it could not be measured.
  let value: Double?
  let absolute: String

  init(
    _ what: String, _ value: Double?, digits: Int = 2, spread: ClosedRange<Double>? = nil,
    atMost bound: Double? = nil, _ absolute: String = ""
  ) {
    self.what = what
    let range = spread.map {
      " (\($0.lowerBound.text(digits))–\($0.upperBound.text(digits)))"
    }
    measured = (value.map { $0.text(digits) } ?? "–") + (range ?? "")
    self.value = value
    self.bound = bound
    self.absolute = absolute
  }

  /// Creates a row for a figure that could not be measured.
  init(_ what: String, skipped reason: String) {
    self.init(what, nil, "skipped: \(reason)")
  }

  private init(fields: [Substring]) {
    what = String(fields[0])
    measured = String(fields[1])
    bound = Double(fields[2])
    value = Double(fields[3])
    absolute = String(fields[4])
  }

  /// The row as a line, for the process that prints the table.
  var line: String {
    [what, measured, bound.map { "\($0)" } ?? "", value.map { "\($0)" } ?? "", absolute]
      .joined(separator: "\t")
  }

  static func figures(from output: String) -> [Figure] {
    output.split(separator: "\n").compactMap {
      let fields = $0.split(separator: "\t", omittingEmptySubsequences: false)
      return fields.count == 5 ? Figure(fields: fields) : nil
    }
  }

  private var columns: [String] {
    let holds = bound.flatMap { bound in value.map { $0 <= bound ? "yes" : "no" } }
    return [what, measured, bound.map { $0.text(2) } ?? "–", holds ?? "–", absolute]
  }

  static func printTable(_ figures: [Figure]) {
    let rows =
      [["figure", "measured (spread)", "at most", "holds", "absolute"]]
      + figures.map(\.columns)
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max()! }
    for (index, row) in rows.enumerated() {
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      print("| " + cells.joined(separator: " | ") + " |")
      if index == 0 {
        print(
          "|" + widths.map { String(repeating: "-", count: $0 + 2) }.joined(separator: "|") + "|")
      }
    }
  }
}

extension Double {
  /// The number with at most some digits after the point.
  func text(_ digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let rounded = (self * scale).rounded() / scale
    return rounded == rounded.rounded() && abs(rounded) < 1e9 ? "\(Int(rounded))" : "\(rounded)"
  }
}

/// The median of measurements.
func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

func spread(_ values: [Double]) -> ClosedRange<Double> { values.min()!...values.max()! }
