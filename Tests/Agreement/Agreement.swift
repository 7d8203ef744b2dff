// SPDX-License-Identifier: Apache-2.0

internal import ELFInspection
import GraftDescriptors

/// How many answers of files and of a running program were compared, how many of those
/// depend, and which are not the same.
public struct Agreement: CustomStringConvertible {
  public internal(set) var compared = 0
  /// The number of answers that depend on something no file tells.
  public internal(set) var depending = 0
  public internal(set) var disagreements: [String] = []
  /// The reasons for dependent answers, sorted.
  public internal(set) var reasons: Set<String> = []

  /// Creates an agreement with these counts.
  public init(compared: Int = 0, depending: Int = 0) {
    self.compared = compared
    self.depending = depending
  }

  public var description: String {
    let reasons = reasons.isEmpty ? "" : " on " + reasons.sorted().joined(separator: "; ")
    return "\(compared) answers compared, \(depending) depend\(reasons)"
  }

  public static func += (one: inout Agreement, other: Agreement) {
    one.compared += other.compared
    one.depending += other.depending
    one.disagreements += other.disagreements
    one.reasons.formUnion(other.reasons)
  }

  /// - Parameter expected: what the program says of the same.
  mutating func compare(_ key: String, _ answers: [ResolvedAnswer], _ expected: [String]) {
    var expected = expected
    let known = answers.filter { $0.outcome != .depends }
    for answer in known {
      if let place = expected.firstIndex(of: answer.summary) {
        expected.remove(at: place)
      } else if !answer.isGeneric {
        // The registry lists generic types by name only.
        disagreements.append("\(key): the program says \(expected), its files \(answer.summary)")
      }
    }
    let open = min(answers.count - known.count, expected.count)
    compared += known.count + open
    depending += open
    if open > 0 { reasons.formUnion(answers.flatMap(\.dependencies).map(\.reason)) }
    if expected.count > open {
      disagreements.append("\(key): only the program says \(expected)")
    }
  }
}

extension ResolvedAnswer {
  /// The answer as the registry would give it.
  fileprivate var summary: String {
    let first = chain.first?.descriptor.descriptor.extensionName
    guard conflict.isEmpty else {
      let names = conflict.map(\.descriptor.extensionName).sorted().joined(separator: ",")
      return "conflict \(names):\(first ?? "")"
    }
    return first.map { "answered \($0)" } ?? "nobody "
  }
}
