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
    case .intermediateCode, .debugData, .otherArchitecture, .replacedFile: .warning
    case .keptApart, .neededLibrary: .note
    case .system, .notRegularFile, .notELF, .malformedHeader, .sectionTableOutside,
      .malformedSectionNames, .nothingToGoBy, .malformedRecord, .malformedSection,
      .malformedSegment, .malformedArchive, .malformedRelocation, .malformedAnchor, .unknownVersion,
      .malformedSwiftSection, .malformedSnapshot, .malformedList, .tooLarge, .unsupported,
      .foreignClass, .libelf:
      .error
    }
  }
}

/// The problems of one file: a crafted one can have hundreds of thousands.
public struct ProblemList: Sendable {
  /// So many of one code are kept; the rest is counted.
  public static let limit = 20

  private var kept: [Problem] = []
  /// In the order in which they came; few, and no dictionary: for the first of a type, the
  /// runtime searches all conformances of the process.
  private var tallies: [Tally] = []

  private struct Tally {
    let code: InspectionError.Code
    var count = 0
    /// Of those that are only counted.
    var last: Problem?
  }

  /// Of no problem.
  public init() {}

  /// Adds a problem, or only counts it: then it is false.
  @discardableResult
  public mutating func append(_ problem: Problem) -> Bool {
    let code = problem.error.code
    // Several readers come upon what is wrong with a table of segments.
    if code == .malformedSegment, kept.contains(problem) { return false }
    let place: Int
    if let known = tallies.firstIndex(where: { $0.code == code }) {
      place = known
    } else {
      place = tallies.count
      tallies.append(Tally(code: code))
    }
    tallies[place].count += problem.count
    guard tallies[place].count > Self.limit else {
      kept.append(problem)
      return true
    }
    tallies[place].last = problem
    return false
  }

  /// In the order in which they came, and for each code with more than the limit one
  /// problem that stands for the rest.
  public var all: [Problem] { kept + counted }

  /// What stands for the problems that are only counted.
  public var counted: [Problem] {
    tallies.compactMap { tally in
      guard var rest = tally.last else { return nil }
      rest.count = tally.count - Self.limit
      rest.origin = Origin(rest.origin.path)
      rest.error = InspectionError(tally.code, "\(rest.count) more of \(tally.code.rawValue)")
      return rest
    }
  }

  /// Nothing but notes: all there is was read.
  public var isComplete: Bool { kept.allSatisfy { $0.severity == .note } }

  /// No problem was added.
  public var isEmpty: Bool { kept.isEmpty }
}
