// SPDX-License-Identifier: Apache-2.0

import Graft
import Testing

/// What is said when advice can't be installed.
@Suite("Errors of advice")
struct AdviceErrorTests {
  struct Front: Desk { var name = "front" }

  final class Notes: PointcutAdvice, @unchecked Sendable {
    let log = Log()

    override func before(_ call: AdvisedCall) {
      log.add("\(call.subject).\(call.requirement)")
    }

    override func after(_ call: AdvisedCall, throwing error: (any Error)?) {
      log.add("\(call.requirement) \(error.map { "\($0)" } ?? "returned")")
    }
  }

  @Test("A requirement is advised by its name, also one that is generic")
  func named() throws {
    struct Other: Desk { var name = "other" }
    let notes = Notes()
    let base = DeskExtension<Other>.self
    let token = try ExtensionRegistry.advise("greet(_:)", of: base, .named("noted"), with: notes)
    #expect(Other().greet("Ann") == "Hello, Ann")
    #expect(notes.log.take() == ["Other.greet(_:)", "greet(_:) returned"])
    #expect(ExtensionRegistry.advice.contains { $0.name == "noted" && $0.kind == .pointcut })
    try token.remove()
    #expect(Other().greet("Ann") == "Hello, Ann")
    try ExtensionRegistry.advise("same(_:)", of: base, .once, with: notes)
    #expect(Other().same(4) == 4)
    #expect(Other().same(5) == 5)
    #expect(notes.log.take() == ["Other.same(_:)", "same(_:) returned"])
  }

  @Test("An unknown requirement is named, with those that there are")
  func requirements() throws {
    #expect {
      try ExtensionRegistry.advise("wave()", of: DeskExtension<Front>.self, with: Notes())
    } throws: { error in
      "\(error)".hasPrefix("Desk has no requirement wave(); it has greet(_:), price(_:of:)")
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
