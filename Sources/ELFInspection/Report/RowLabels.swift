// SPDX-License-Identifier: Apache-2.0

/// What a run was told to say in each row, so that rows of several runs can be told apart.
public struct RowLabels: Sendable {
  /// By names that are there once; few, and no dictionary: for the first of a type, the
  /// runtime searches all conformances of the process.
  public private(set) var pairs: [(name: String, value: String)] = []

  /// No labels.
  public init() {}

  /// False for a name that is there already.
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

/// A value of a report with the labels of its run.
struct LabeledRow<Value: Encodable>: Encodable {
  let value: Value
  let labels: RowLabels

  func encode(to encoder: any Encoder) throws {
    try value.encode(to: encoder)
    var members = encoder.container(keyedBy: ReportKey.self)
    try members.encode(labels, forKey: .labels)
  }
}
