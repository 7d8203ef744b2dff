// SPDX-License-Identifier: Apache-2.0

/// The severity of a diagnostic or finding, from the least one on.
public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
  /// Information.
  case note
  case warning
  case error

  public static func < (one: Severity, other: Severity) -> Bool { one.rank < other.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self)! }
}

/// A part of the input that can't be read.
public struct Problem: Hashable, Sendable {
  /// The file, or member of an archive, that can't be read.
  public var origin: Origin
  /// The reason, with the offset in the file.
  public var error: InspectionError
  /// The severity; an error makes the whole answer unreliable.
  public var severity: Severity
  /// The number of problems it represents; above 1, these are the ones beyond
  /// `ProblemList.limit`.
  public var count = 1

  /// Creates a problem of a file or member.
  ///
  /// - Parameter severity: the severity; nil for the default of the error's
  ///   kind.
  public init(_ origin: Origin, _ error: InspectionError, _ severity: Severity? = nil) {
    self.origin = origin
    self.error = error
    self.severity = severity ?? error.code.severity
  }
}

extension InspectionError.Code {
  /// The default severity, for a file that was not named on its own.
  var severity: Severity {
    switch self {
    case .intermediateCode, .debugData, .otherArchitecture, .replacedFile, .malformedNote,
      .unknownState, .nothingSelected:
      .warning
    case .keptApart, .neededLibrary, .noGraft, .leftOut: .note
    case .system, .notRegularFile, .notELF, .malformedHeader, .sectionTableOutside,
      .malformedSectionNames, .nothingToGoBy, .malformedRecord, .malformedSection,
      .malformedSegment, .malformedArchive, .malformedRelocation, .malformedAnchor, .unknownVersion,
      .malformedProcess, .malformedSwiftSection, .malformedSnapshot, .malformedList, .tooLarge,
      .unsupported,
      .foreignClass, .libelf, .usage:
      .error
    }
  }
}

/// The problems of one file.
///
/// A crafted file can cause hundreds of thousands.
public struct ProblemList: Sendable {
  /// The most problems of one kind that are kept; the rest is only counted.
  public static let limit = 20

  private var kept: [Problem] = []
  /// The counts, in the order of the first problems.
  ///
  /// An array: the first use of a dictionary type makes the runtime search all
  /// conformances.
  private var tallies: [Tally] = []

  private struct Tally {
    let code: InspectionError.Code
    var count = 0
    /// The last of the problems that are only counted.
    var last: Problem?
  }

  /// Creates an empty list.
  public init() {}

  /// Adds a problem; false if it was only counted.
  @discardableResult
  public mutating func append(_ problem: Problem) -> Bool {
    let code = problem.error.code
    // Several readers report the same malformed segment table.
    if code == .malformedSegment, kept.contains(problem) { return false }
    let place = tallies.firstIndex { $0.code == code } ?? tallies.count
    if place == tallies.count { tallies.append(Tally(code: code)) }
    tallies[place].count += problem.count
    guard tallies[place].count > Self.limit else {
      kept.append(problem)
      return true
    }
    tallies[place].last = problem
    return false
  }

  /// The problems in order, and for each kind beyond the limit one that
  /// represents the rest.
  public var all: [Problem] { kept + counted }

  /// The problems that represent those only counted.
  public var counted: [Problem] {
    tallies.compactMap { tally in
      guard var rest = tally.last else { return nil }
      rest.count = tally.count - Self.limit
      rest.origin = Origin(rest.origin.path)
      rest.error = InspectionError(tally.code, "\(rest.count) more of \(tally.code.rawValue)")
      return rest
    }
  }

  /// Whether everything was read, so that there are only notes.
  public var isComplete: Bool { kept.allSatisfy { $0.severity == .note } }

  /// Whether no problem was added.
  public var isEmpty: Bool { kept.isEmpty }
}
