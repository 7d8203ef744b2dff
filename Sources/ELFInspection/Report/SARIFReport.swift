// SPDX-License-Identifier: Apache-2.0

/// The findings of a run in the Static Analysis Results Interchange Format 2.1.0,
/// which code hosts show beside the source.
///
/// A report is written in parts: `head`, the results with commas between them,
/// `tail`.
public enum SARIFReport {
  /// The report up to the list of results.
  ///
  /// - Parameter version: the command's version.
  public static func head(version: String) -> [UInt8] {
    let driver = Driver(
      name: "inspect-sections", version: version,
      rules: Rule.allCases.map {
        Driver.Rule(
          id: $0.rawValue, shortDescription: SARIFText(text: $0.summary),
          fullDescription: SARIFText(text: $0.explanation),
          defaultConfiguration: Driver.Rule.Configuration(level: $0.severity.rawValue))
      })
    return Array("{\"$schema\":\"\(schema)\",\"version\":\"2.1.0\",".utf8)
      + Array(#""runs":[{"tool":{"driver":"#.utf8) + ReportJSON.line(driver)
      + Array(#"},"results":["#.utf8)
  }

  private static let schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

  /// A result.
  public static func result(_ finding: Finding) -> [UInt8] {
    ReportJSON.line(SARIFResult(finding))
  }

  /// The report after the list of results.
  ///
  /// - Parameters:
  ///   - problems: parts of the input that could not be read.
  ///   - ignored: rules that were turned off.
  public static func tail(_ problems: [Problem], ignored: [Rule], exit: Int32) -> [UInt8] {
    let invocation = Invocation(
      executionSuccessful: !problems.contains { $0.severity == .error }, exitCode: exit,
      toolExecutionNotifications: problems.map(Notification.init),
      ruleConfigurationOverrides: Set(ignored).map(\.rawValue).sorted().map {
        Invocation.Override(
          descriptor: SARIFReference(id: $0), configuration: .init(enabled: false))
      })
    return Array(#"],"invocations":["#.utf8) + ReportJSON.line(invocation)
      + Array("]}]}\n".utf8)
  }
}

extension SARIFReport {
  private struct Driver: Encodable {
    struct Rule: Encodable {
      struct Configuration: Encodable { var level: String }
      var id: String
      var shortDescription: SARIFText
      var fullDescription: SARIFText
      var defaultConfiguration: Configuration
    }
    var name: String
    var version: String
    var rules: [Rule]
  }

  private struct Invocation: Encodable {
    struct Override: Encodable {
      struct Configuration: Encodable { var enabled: Bool }
      var descriptor: SARIFReference
      var configuration: Configuration
    }
    var executionSuccessful: Bool
    var exitCode: Int32
    var toolExecutionNotifications: [Notification]
    var ruleConfigurationOverrides: [Override]
  }

  fileprivate struct Notification: Encodable {
    var descriptor: SARIFReference
    var level: String
    var message: SARIFText
    var locations: [SARIFLocation]?
  }
}

extension SARIFReport.Notification {
  fileprivate init(_ problem: Problem) {
    self.init(
      descriptor: SARIFReference(id: problem.error.code.rawValue),
      level: problem.severity.rawValue, message: SARIFText(text: problem.error.text),
      locations: problem.origin == .nowhere
        ? nil : [SARIFLocation(problem.origin, offset: problem.error.offset)])
  }
}
