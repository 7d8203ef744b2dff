// SPDX-License-Identifier: Apache-2.0

import Graft
import RequirementChecks
import RequirementProtocols
import Testing

@Extensible
protocol Validated {
  func answered() -> String
  func conflicted() -> String
  func missing() -> String
}

@Extension
final class ValidatedDefault<Subject: Validated>: ValidatedExtension<Subject> {
  override func answered(_ subject: Subject) -> String { "default" }
}

@Extension
final class FirstOfTwo<Subject: Validated>: ValidatedExtension<Subject> {
  override func conflicted(_ subject: Subject) -> String { "first" }
}

@Extension
final class SecondOfTwo<Subject: Validated>: ValidatedExtension<Subject> {
  override func conflicted(_ subject: Subject) -> String { "second" }
}

private struct Plain: Validated {
  func missing() -> String { "own" }
}

private struct Wrapper<Wrapped>: Validated {}

@Suite("Validation looks at the conforming types of the loaded images")
struct ValidationTests {
  private let validation = ExtensionRegistry.validate()

  private func outcome(_ requirement: String) -> RegistryValidation.Outcome? {
    validation.entries.first {
      $0.subject.hasSuffix("Plain") && $0.protocolName == "GraftTests.Validated"
        && $0.requirement.text == requirement
    }?.outcome
  }

  @Test("Who answers is named")
  func answered() {
    guard case .answered(let registered) = outcome("answered()") else {
      Issue.record("\(String(describing: outcome("answered()")))")
      return
    }
    #expect(registered.name == "GraftTests.ValidatedDefault")
  }

  @Test("A conflict names all that take part")
  func conflict() {
    guard case .conflict(let parties, let next) = outcome("conflicted()") else {
      Issue.record("\(String(describing: outcome("conflicted()")))")
      return
    }
    #expect(parties.map(\.name) == ["GraftTests.FirstOfTwo", "GraftTests.SecondOfTwo"])
    #expect(next == nil)
    #expect(validation.conflicts.count == 1)
  }

  @Test("What only the type itself can implement is nobody's")
  func nobody() {
    #expect(outcome("missing()") == .nobody)
    #expect("\(RegistryValidation.Outcome.nobody)".contains("implements it itself"))
  }

  @Test("Generic types are listed as such")
  func generic() {
    #expect(
      validation.genericSubjects.contains {
        $0.type.hasSuffix("Wrapper") && $0.protocolName == "GraftTests.Validated"
      })
  }

  @Test("Types of other modules, objects, actors and noncopyable types are found")
  func everyKind() {
    let subjects = Set(validation.entries.map(\.subject))
    for name in ["MethodsSubject", "Box", "Tally", "Window", "File", "NestedSubject"] {
      #expect(subjects.contains("RequirementChecks.\(name)"), "\(name) in \(subjects)")
    }
  }
}
