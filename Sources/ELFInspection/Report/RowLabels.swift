// SPDX-License-Identifier: Apache-2.0

/// Labels that a run writes into each row, so that rows of several runs can be
/// told apart.
public struct RowLabels: Sendable {
  /// The labels, each name once.
  ///
  /// An array: the first use of a dictionary type makes the runtime search all
  /// conformances.
  public private(set) var pairs: [(name: String, value: String)] = []

  /// Creates an empty set of labels.
  public init() {}

  /// Adds a label; false if the name is taken.
  public mutating func add(_ name: String, _ value: String) -> Bool {
    guard !pairs.contains(where: { $0.name == name }) else { return false }
    pairs.append((name, value))
    return true
  }
}

extension RowLabels: Encodable {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: Name.self)
    for (name, value) in pairs { try members.encode(value, forKey: Name(stringValue: name)) }
  }
}

/// A value of a report with its run's labels.
struct LabeledRow<Value: Encodable>: Encodable {
  let value: Value
  let labels: RowLabels

  func encode(to encoder: any Encoder) throws {
    try value.encode(to: encoder)
    var members = encoder.container(keyedBy: ReportKey.self)
    try members.encode(labels, forKey: .labels)
  }
}
