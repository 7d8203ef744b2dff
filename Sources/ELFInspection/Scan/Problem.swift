// SPDX-License-Identifier: Apache-2.0

/// How much something matters, in diagnostics and findings.
public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
  /// For information.
  case note
  case warning
  case error

  public static func < (one: Severity, other: Severity) -> Bool { one.rank < other.rank }

  private var rank: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}

/// What can't be read, and where it is.
public struct Problem: Hashable, Sendable {
  /// The file, or member of an archive, that can't be read.
  public var origin: Origin
  /// Why, with the place in it.
  public var error: InspectionError
  /// An error makes the answer as a whole unreliable.
  public var severity: Severity
  /// How many problems it stands for; of more than one, it is those beyond
  /// `ProblemList.limit`.
  public var count = 1

  /// What is wrong with a file or member.
  ///
  /// - Parameter severity: nil for that of the error's kind.
  public init(_ origin: Origin, _ error: InspectionError, _ severity: Severity? = nil) {
    self.origin = origin
    self.error = error
    self.severity = severity ?? error.code.severity
  }
}

extension InspectionError.Code {
  /// Where nobody has asked for just this file.
  var severity: Severity {
    switch self {
    case .intermediateCode, .debugData, .otherArchitecture: .warning
    case .keptApart: .note
    case .system, .notRegularFile, .notELF, .malformedHeader, .sectionTableOutside,
      .malformedSectionNames, .nothingToGoBy, .malformedRecord, .malformedSection,
      .malformedSegment, .malformedArchive, .malformedRelocation, .malformedAnchor,
      .malformedSnapshot, .malformedList, .tooLarge, .unsupported, .libelf:
      .error
    }
  }
}

/// The problems of one file: a crafted one can have hundreds of thousands.
public struct ProblemList: Sendable {
  /// So many of one code are kept; the rest is counted.
  public static let limit = 20

  private var kept: [Problem] = []
  private var counts: [InspectionError.Code: Int] = [:]
  private var last: [InspectionError.Code: Problem] = [:]

  /// Of no problem.
  public init() {}

  /// Adds a problem, or only counts it.
  public mutating func append(_ problem: Problem) {
    let code = problem.error.code
    let count = counts[code, default: 0] + problem.count
    counts[code] = count
    if count <= Self.limit { kept.append(problem) } else { last[code] = problem }
  }

  /// In the order in which they came, and for each code with more than the limit one
  /// problem that stands for the rest.
  public var all: [Problem] {
    guard !last.isEmpty else { return kept }
    return kept
      + last.sorted { $0.key.rawValue < $1.key.rawValue }.map { code, problem in
        var rest = problem
        rest.count = counts[code, default: 0] - Self.limit
        rest.origin = Origin(problem.origin.path)
        rest.error = InspectionError(code, "\(rest.count) more of \(code.rawValue)")
        return rest
      }
  }

  /// No problem was added.
  public var isEmpty: Bool { counts.isEmpty }
}
