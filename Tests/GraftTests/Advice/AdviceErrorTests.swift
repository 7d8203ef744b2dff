// SPDX-License-Identifier: Apache-2.0

import Graft
import Testing

/// What is said when advice can't be installed.
@Suite("Errors of advice")
struct AdviceErrorTests {
  struct Front: Desk { var name = "front" }

  @Test("A closure of the right type is installed by the requirement's name")
  func untyped() throws {
    struct Other: Desk { var name = "other" }
    let around: @Sendable (Other, String, (String) -> String) -> String = { _, other, proceed in
      proceed(other) + "!"
    }
    let token = try ExtensionRegistry.advise(
      .around, "greet(_:)", of: DeskExtension<Other>.self, .named("untyped"), with: around)
    #expect(Other().greet("Ann") == "Hello, Ann!")
    try token.remove()
    #expect(Other().greet("Ann") == "Hello, Ann")
  }

  @Test("One of another type is refused, with the right one")
  func incompatible() throws {
    let wrong: @Sendable (Front, Int) -> Void = { _, _ in }
    #expect {
      try ExtensionRegistry.advise(
        .before, "greet(_:)", of: DeskExtension<Front>.self, with: wrong)
    } throws: { error in
      guard case .incompatibleClosure(let expected, let given)? = error as? AdviceError else {
        return false
      }
      return expected.contains("Front, Swift.String) -> ()") && given.contains("Swift.Int) -> ()")
    }
  }

  @Test("An unknown requirement, and one that no closure can advise, are named")
  func requirements() throws {
    let run: @Sendable () -> Void = {}
    #expect {
      try ExtensionRegistry.advise(.before, "wave()", of: DeskExtension<Front>.self, with: run)
    } throws: { error in
      "\(error)".hasPrefix("Desk has no requirement wave(); it has greet(_:), price(_:of:)")
    }
    #expect {
      try ExtensionRegistry.advise(.before, "same(_:)", of: DeskExtension<Front>.self, with: run)
    } throws: { error in
      "\(error)".hasPrefix("Desk.same(_:) can't be advised: it is generic, which no closure is")
    }
  }

  @Test("One object is in no call of what is static")
  func ofObject() throws {
    final class Front: Desk { var name = "front" }
    let front = Front()
    let points = DeskExtension<Front>.joinPoints(of: front)
    #expect {
      try points.motto.before {}
    } throws: { error in
      "\(error)"
        == "Desk.static motto(_:) can't be advised: no object is in a call of it: "
        + "advise the type, by joinPoints"
    }
    #expect(ExtensionRegistry.advice.allSatisfy { !$0.subjects.contains("one Front") })
    extendLifetime(front)
  }

  @Test("Each error says what to do")
  func descriptions() {
    let errors: [AdviceError] = [
      .objectGone(type: "Zoo.Dog"), .nameTaken("log"),
      .imageWithdrawn(path: "/zoo.so", type: "Zoo.Dog"),
    ]
    #expect(
      errors.map(\.description) == [
        "the advised object of Zoo.Dog does not live any more",
        "another advice is named log: remove it first, or give this one another name",
        "Zoo.Dog is in an image that is withdrawn, /zoo.so: reinstate it first",
      ])
  }
}
