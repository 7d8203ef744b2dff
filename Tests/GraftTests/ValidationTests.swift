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

private protocol Tagged {}
private protocol Counted {}

@Extension
private final class OfBoth<Subject: Validated & Tagged & Counted>: ValidatedExtension<Subject> {
  override func missing(_ subject: Subject) -> String { "both" }
}

private struct Both: Validated, Tagged, Counted {}
private struct One: Validated, Tagged {}
private class Parent: Counted {}
private final class Child: Parent, Validated, Tagged {}

// Public: an optimised build leaves out other types that nothing uses.
public struct ValidatedPlain: Validated {
  public func missing() -> String { "own" }
}

public struct ValidatedWrapper<Wrapped>: Validated {}

@Suite("Validation looks at the conforming types of the loaded images")
struct ValidationTests {
  private let validation = ExtensionRegistry.validate()

  private func outcome(_ requirement: String) -> RegistryValidation.Outcome? {
    validation.entries.first {
      $0.subject.hasSuffix("ValidatedPlain") && $0.protocolName == "GraftTests.Validated"
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
    let conflicts = validation.conflicts.filter { $0.protocolName == "GraftTests.Validated" }
    #expect(Set(conflicts.map(\.requirement.text)) == ["conflicted()"], "\(conflicts)")
  }

  @Test("What only the type itself can implement is nobody's")
  func nobody() {
    #expect(outcome("missing()") == .nobody)
    #expect("\(RegistryValidation.Outcome.nobody)".contains("implements it itself"))
  }

  /// Validation reads conformances from the records, a call has the runtime look.
  @Test("Constraints are met as by a call")
  func constraints() {
    expectAgreement(ValidatedExtension<Both>.resolution, isMet: true)
    expectAgreement(ValidatedExtension<One>.resolution, isMet: false)
    // Through its superclass.
    expectAgreement(ValidatedExtension<Child>.resolution, isMet: true)
  }

  private func expectAgreement(_ resolution: ExtensionResolution, isMet: Bool) {
    let name = resolution["missing()"]?.chain.first?.extension.name
    #expect((name == "GraftTests.OfBoth") == isMet)
    for requirement in resolution.requirements where requirement.name != "conflicted()" {
      let entry = validation.entries.first {
        $0.subject.hasSuffix("." + resolution.subject)
          && $0.protocolName == "GraftTests.Validated" && $0.requirement == requirement.name
      }
      let expected = requirement.chain.first.map {
        RegistryValidation.Outcome.answered(by: $0.extension)
      }
      #expect(entry?.outcome == expected ?? .nobody)
    }
  }

  @Test("Generic types are listed as such")
  func generic() {
    #expect(
      validation.genericSubjects.contains {
        $0.type.hasSuffix("ValidatedWrapper") && $0.protocolName == "GraftTests.Validated"
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
