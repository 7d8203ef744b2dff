// SPDX-License-Identifier: Apache-2.0

import Graft
import Testing

/// Installs an advice that logs a label, with an option for its precedence.
struct NestedAdvice: Sendable {
  typealias Install = @Sendable (AdviceOption, String) throws -> AdviceToken
  let before: Install
  let around: Install
  let after: Install
}

/// A call of one requirement, and how it is advised.
struct NestedCall: Sendable, CustomTestStringConvertible {
  /// Where the label of an advice around shows.
  enum Marks {
    /// Behind what the call gives.
    case result
    /// Behind what it is given, if the advice passes that on.
    case argument
  }

  let testDescription: String
  /// What the call gives without advice.
  let plain: String
  let marks: Marks
  /// For the subject's type, with all parameters.
  let own: NestedAdvice
  /// For every subject, where there are such join points, without parameters.
  let bare: NestedAdvice
  let run: @Sendable () async throws -> String

  init(
    _ name: String, _ plain: String, marks: Marks = .result, own: NestedAdvice,
    bare: NestedAdvice, run: @escaping @Sendable () async throws -> String
  ) {
    (testDescription, self.plain, self.marks) = (name, plain, marks)
    (self.own, self.bare, self.run) = (own, bare, run)
  }

  private static var own: NestedExtension<NestedValue>._JoinPoints {
    NestedExtension<NestedValue>.joinPoints
  }
  private static var desk: NestedActorExtension<NestedDesk>._JoinPoints {
    NestedActorExtension<NestedDesk>.joinPoints
  }

  static let all: [NestedCall] = [
    NestedCall(
      "plain", "a1",
      own: NestedAdvice(
        before: { option, label in
          try own.plain.before(option) { _, _, _ in nestedLog.add("(" + label) }
        },
        around: { option, label in
          try own.plain.around(option) { _, text, number, proceed in
            nestedLog.add("[" + label)
            let result = proceed(text, number)
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try own.plain.after(option) { _, _, _, _ in nestedLog.add(label + ")") }
        }),
      bare: NestedAdvice(
        before: { option, label in
          try NestedJoinPoints.everySubject.plain.before(option) { nestedLog.add("(" + label) }
        },
        around: { option, label in
          try NestedJoinPoints.everySubject.plain.around(option) { proceed in
            nestedLog.add("[" + label)
            let result = proceed()
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try NestedJoinPoints.everySubject.plain.after(option) { nestedLog.add(label + ")") }
        })
    ) {
      NestedValue().plain("a", 1)
    },
    NestedCall(
      "silent", "silent",
      own: NestedAdvice(
        before: { option, label in
          try own.silent.before(option) { _ in nestedLog.add("(" + label) }
        },
        around: { option, label in
          try own.silent.around(option) { _, proceed in
            nestedLog.add("[" + label)
            let result = proceed()
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try own.silent.after(option) { _, _ in nestedLog.add(label + ")") }
        }),
      bare: NestedAdvice(
        before: { option, label in
          try NestedJoinPoints.everySubject.silent.before(option) { nestedLog.add("(" + label) }
        },
        around: { option, label in
          try NestedJoinPoints.everySubject.silent.around(option) { proceed in
            nestedLog.add("[" + label)
            let result = proceed()
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try NestedJoinPoints.everySubject.silent.after(option) { nestedLog.add(label + ")") }
        })
    ) {
      NestedValue().silent()
    },
    NestedCall(
      "throwing", "threw a",
      own: NestedAdvice(
        before: { option, label in
          try own.throwing.before(option) { _, _ in nestedLog.add("(" + label) }
        },
        around: { option, label in
          try own.throwing.around(option) { _, text, proceed in
            nestedLog.add("[" + label)
            let result = try proceed(text)
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try own.throwing.after(option) { _, _, _ in nestedLog.add(label + ")") }
        }),
      bare: NestedAdvice(
        before: { option, label in
          try NestedJoinPoints.everySubject.throwing.before(option) { nestedLog.add("(" + label) }
        },
        around: { option, label in
          try NestedJoinPoints.everySubject.throwing.around(option) { proceed in
            nestedLog.add("[" + label)
            let result = try proceed()
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try NestedJoinPoints.everySubject.throwing.after(option) {
            nestedLog.add(label + ")")
          }
        })
    ) {
      try NestedValue().throwing("a")
    },
    NestedCall(
      "typed", "typed a",
      own: NestedAdvice(
        before: { option, label in
          try own.typed.before(option) { _, _ in nestedLog.add("(" + label) }
        },
        around: { option, label in
          try own.typed.around(option) { _, text, proceed in
            nestedLog.add("[" + label)
            let result = proceed(text)
            nestedLog.add(label + "]")
            return result.map { $0 + label }
          }
        },
        after: { option, label in
          try own.typed.after(option) { _, _, _ in nestedLog.add(label + ")") }
        }),
      bare: NestedAdvice(
        before: { option, label in
          try NestedJoinPoints.everySubject.typed.before(option) { nestedLog.add("(" + label) }
        },
        around: { option, label in
          try NestedJoinPoints.everySubject.typed.around(option) { proceed in
            nestedLog.add("[" + label)
            let result = proceed()
            nestedLog.add(label + "]")
            return result.map { $0 + label }
          }
        },
        after: { option, label in
          try NestedJoinPoints.everySubject.typed.after(option) { nestedLog.add(label + ")") }
        })
    ) {
      try NestedValue().typed("a")
    },
    NestedCall(
      "waiting", "waited a",
      own: NestedAdvice(
        before: { option, label in
          try own.waiting.before(option) { _, _ in nestedLog.add("(" + label) }
        },
        around: { option, label in
          try own.waiting.around(option) { _, text, proceed in
            nestedLog.add("[" + label)
            let result = await proceed(text)
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try own.waiting.after(option) { _, _, _ in nestedLog.add(label + ")") }
        }),
      bare: NestedAdvice(
        before: { option, label in
          try NestedJoinPoints.everySubject.waiting.before(option) { nestedLog.add("(" + label) }
        },
        around: { option, label in
          try NestedJoinPoints.everySubject.waiting.around(option) { proceed in
            nestedLog.add("[" + label)
            let result = await proceed()
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try NestedJoinPoints.everySubject.waiting.after(option) {
            nestedLog.add(label + ")")
          }
        })
    ) {
      await NestedValue().waiting("a")
    },
    NestedCall(
      "waitingThrowing", "a 1",
      own: NestedAdvice(
        before: { option, label in
          try own.waitingThrowing.before(option) { _, _, _ in nestedLog.add("(" + label) }
        },
        around: { option, label in
          try own.waitingThrowing.around(option) { _, text, number, proceed in
            nestedLog.add("[" + label)
            let result = try await proceed(text, number)
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try own.waitingThrowing.after(option) { _, _, _, _ in nestedLog.add(label + ")") }
        }),
      bare: NestedAdvice(
        before: { option, label in
          try NestedJoinPoints.everySubject.waitingThrowing.before(option) {
            nestedLog.add("(" + label)
          }
        },
        around: { option, label in
          try NestedJoinPoints.everySubject.waitingThrowing.around(option) { proceed in
            nestedLog.add("[" + label)
            let result = try await proceed()
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try NestedJoinPoints.everySubject.waitingThrowing.after(option) {
            nestedLog.add(label + ")")
          }
        })
    ) {
      try await NestedValue().waitingThrowing("a", 1)
    },
    NestedCall(
      "change", "a: changed a",
      own: NestedAdvice(
        before: { option, label in
          try own.change.before(option) { _, _ in nestedLog.add("(" + label) }
        },
        around: { option, label in
          try own.change.around(option) { subject, text, proceed in
            nestedLog.add("[" + label)
            let result = proceed(&subject, text)
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try own.change.after(option) { _, _, _ in nestedLog.add(label + ")") }
        }),
      bare: NestedAdvice(
        before: { option, label in
          try NestedJoinPoints.everySubject.change.before(option) { nestedLog.add("(" + label) }
        },
        around: { option, label in
          try NestedJoinPoints.everySubject.change.around(option) { proceed in
            nestedLog.add("[" + label)
            let result = proceed()
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try NestedJoinPoints.everySubject.change.after(option) { nestedLog.add(label + ")") }
        })
    ) {
      var value = NestedValue()
      let result = value.change("a")
      return value.title + ": " + result
    },
    NestedCall(
      "changeThrowing", "a: changed, could throw, a",
      own: NestedAdvice(
        before: { option, label in
          try own.changeThrowing.before(option) { _, _ in nestedLog.add("(" + label) }
        },
        around: { option, label in
          try own.changeThrowing.around(option) { subject, text, proceed in
            nestedLog.add("[" + label)
            let result = try proceed(&subject, text)
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try own.changeThrowing.after(option) { _, _, _ in nestedLog.add(label + ")") }
        }),
      bare: NestedAdvice(
        before: { option, label in
          try NestedJoinPoints.everySubject.changeThrowing.before(option) {
            nestedLog.add("(" + label)
          }
        },
        around: { option, label in
          try NestedJoinPoints.everySubject.changeThrowing.around(option) { proceed in
            nestedLog.add("[" + label)
            let result = try proceed()
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try NestedJoinPoints.everySubject.changeThrowing.after(option) {
            nestedLog.add(label + ")")
          }
        })
    ) {
      var value = NestedValue()
      let result = try value.changeThrowing("a")
      return value.title + ": " + result
    },
    NestedCall(
      "changeWaiting", "a: changed later a",
      own: NestedAdvice(
        before: { option, label in
          try own.changeWaiting.before(option) { _, _ in nestedLog.add("(" + label) }
        },
        around: { option, label in
          try own.changeWaiting.around(option) { subject, text, proceed in
            nestedLog.add("[" + label)
            let result = await proceed(&subject, text)
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try own.changeWaiting.after(option) { _, _, _ in nestedLog.add(label + ")") }
        }),
      bare: NestedAdvice(
        before: { option, label in
          try NestedJoinPoints.everySubject.changeWaiting.before(option) {
            nestedLog.add("(" + label)
          }
        },
        around: { option, label in
          try NestedJoinPoints.everySubject.changeWaiting.around(option) { proceed in
            nestedLog.add("[" + label)
            let result = await proceed()
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try NestedJoinPoints.everySubject.changeWaiting.after(option) {
            nestedLog.add(label + ")")
          }
        })
    ) {
      var value = NestedValue()
      let result = await value.changeWaiting("a")
      return value.title + ": " + result
    },
    NestedCall(
      "kind", "kind of a",
      own: NestedAdvice(
        before: { option, label in
          try own.kind.before(option) { _, _ in nestedLog.add("(" + label) }
        },
        around: { option, label in
          try own.kind.around(option) { _, text, proceed in
            nestedLog.add("[" + label)
            let result = proceed(text)
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try own.kind.after(option) { _, _, _ in nestedLog.add(label + ")") }
        }),
      bare: NestedAdvice(
        before: { option, label in
          try NestedJoinPoints.everySubject.kind.before(option) { nestedLog.add("(" + label) }
        },
        around: { option, label in
          try NestedJoinPoints.everySubject.kind.around(option) { proceed in
            nestedLog.add("[" + label)
            let result = proceed()
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try NestedJoinPoints.everySubject.kind.after(option) { nestedLog.add(label + ")") }
        })
    ) {
      NestedValue.kind("a")
    },
    NestedCall(
      "notes", "notes",
      own: NestedAdvice(
        before: { option, label in
          try own.notes.before(option) { _ in nestedLog.add("(" + label) }
        },
        around: { option, label in
          try own.notes.around(option) { _, proceed in
            nestedLog.add("[" + label)
            let result = proceed()
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try own.notes.after(option) { _, _ in nestedLog.add(label + ")") }
        }),
      bare: NestedAdvice(
        before: { option, label in
          try NestedJoinPoints.everySubject.notes.before(option) { nestedLog.add("(" + label) }
        },
        around: { option, label in
          try NestedJoinPoints.everySubject.notes.around(option) { proceed in
            nestedLog.add("[" + label)
            let result = proceed()
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try NestedJoinPoints.everySubject.notes.after(option) { nestedLog.add(label + ")") }
        })
    ) {
      NestedValue().notes
    },
    NestedCall(
      "subscript", "row a",
      own: NestedAdvice(
        before: { option, label in
          try own.subscript.before(option) { _, _ in nestedLog.add("(" + label) }
        },
        around: { option, label in
          try own.subscript.around(option) { _, row, proceed in
            nestedLog.add("[" + label)
            let result = proceed(row)
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try own.subscript.after(option) { _, _, _ in nestedLog.add(label + ")") }
        }),
      bare: NestedAdvice(
        before: { option, label in
          try NestedJoinPoints.everySubject.subscript.before(option) { nestedLog.add("(" + label) }
        },
        around: { option, label in
          try NestedJoinPoints.everySubject.subscript.around(option) { proceed in
            nestedLog.add("[" + label)
            let result = proceed()
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try NestedJoinPoints.everySubject.subscript.after(option) {
            nestedLog.add(label + ")")
          }
        })
    ) {
      NestedValue()["a"]
    },
    NestedCall(
      "setSubscript", "a: 1", marks: .argument,
      own: NestedAdvice(
        before: { option, label in
          try own.setSubscript.before(option) { _, _, _ in nestedLog.add("(" + label) }
        },
        around: { option, label in
          try own.setSubscript.around(option) { subject, text, row, proceed in
            nestedLog.add("[" + label)
            proceed(&subject, text + label, row)
            nestedLog.add(label + "]")
          }
        },
        after: { option, label in
          try own.setSubscript.after(option) { _, _, _ in nestedLog.add(label + ")") }
        }),
      bare: NestedAdvice(
        before: { option, label in
          try NestedJoinPoints.everySubject.setSubscript.before(option) {
            nestedLog.add("(" + label)
          }
        },
        around: { option, label in
          try NestedJoinPoints.everySubject.setSubscript.around(option) { proceed in
            nestedLog.add("[" + label)
            proceed()
            nestedLog.add(label + "]")
          }
        },
        after: { option, label in
          try NestedJoinPoints.everySubject.setSubscript.after(option) {
            nestedLog.add(label + ")")
          }
        })
    ) {
      var value = NestedValue()
      value["a: "] = "1"
      return value.title
    },
    NestedCall(
      "init", "made a",
      own: NestedAdvice(
        before: { option, label in
          try own.init_.before(option) { _, _ in nestedLog.add("(" + label) }
        },
        around: { option, label in
          try own.init_.around(option) { _, text, proceed in
            nestedLog.add("[" + label)
            var result = proceed(text)
            nestedLog.add(label + "]")
            result.title += label
            return result
          }
        },
        after: { option, label in
          try own.init_.after(option) { _, _, _ in nestedLog.add(label + ")") }
        }),
      bare: NestedAdvice(
        before: { option, label in
          try own.init_.before(option) { nestedLog.add("(" + label) }
        },
        around: { option, label in
          try own.init_.around(option) { proceed in
            nestedLog.add("[" + label)
            var result = proceed()
            nestedLog.add(label + "]")
            result.title += label
            return result
          }
        },
        after: { option, label in
          try own.init_.after(option) { nestedLog.add(label + ")") }
        })
    ) {
      NestedValue(made: "a").title
    },
    NestedCall(
      "raise", "a+, raised a+",
      own: NestedAdvice(
        before: { option, label in
          try own.raise.before(option) { _, _ in nestedLog.add("(" + label) }
        },
        around: { option, label in
          try own.raise.around(option) { _, text, proceed in
            nestedLog.add("[" + label)
            let result = proceed(&text)
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try own.raise.after(option) { _, _, _ in nestedLog.add(label + ")") }
        }),
      bare: NestedAdvice(
        before: { option, label in
          try NestedJoinPoints.everySubject.raise.before(option) { nestedLog.add("(" + label) }
        },
        around: { option, label in
          try NestedJoinPoints.everySubject.raise.around(option) { proceed in
            nestedLog.add("[" + label)
            let result = proceed()
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try NestedJoinPoints.everySubject.raise.after(option) { nestedLog.add(label + ")") }
        })
    ) {
      var text = "a"
      let result = NestedValue().raise(&text)
      return text + ", " + result
    },
    NestedCall(
      "each", "(each)",
      own: NestedAdvice(
        before: { option, label in
          try own.each.before(option) { _, _ in nestedLog.add("(" + label) }
        },
        around: { option, label in
          try own.each.around(option) { _, proceed in
            nestedLog.add("[" + label)
            let result = proceed()
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try own.each.after(option) { _, _, _ in nestedLog.add(label + ")") }
        }),
      bare: NestedAdvice(
        before: { option, label in
          try NestedJoinPoints.everySubject.each.before(option) { nestedLog.add("(" + label) }
        },
        around: { option, label in
          try NestedJoinPoints.everySubject.each.around(option) { proceed in
            nestedLog.add("[" + label)
            let result = proceed()
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try NestedJoinPoints.everySubject.each.after(option) { nestedLog.add(label + ")") }
        })
    ) {
      NestedValue().each { "(\($0))" }
    },
    NestedCall(
      "many", "a1[\"b\"]trueend",
      own: NestedAdvice(
        before: { option, label in
          try own.many.before(option) { _, _, _, _, _, _ in nestedLog.add("(" + label) }
        },
        around: { option, label in
          try own.many.around(option) { _, a, b, c, d, e, proceed in
            nestedLog.add("[" + label)
            let result = proceed(a, b, c, d, e)
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try own.many.after(option) { _, _, _, _, _, _, _ in nestedLog.add(label + ")") }
        }),
      bare: NestedAdvice(
        before: { option, label in
          try NestedJoinPoints.everySubject.many.before(option) { nestedLog.add("(" + label) }
        },
        around: { option, label in
          try NestedJoinPoints.everySubject.many.around(option) { proceed in
            nestedLog.add("[" + label)
            let result = proceed()
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try NestedJoinPoints.everySubject.many.after(option) { nestedLog.add(label + ")") }
        })
    ) {
      NestedValue().many("a", 1, ["b"], true, "end")
    },
    NestedCall(
      "shown", "shown a",
      own: NestedAdvice(
        before: { option, label in
          try own.shown.before(option) { _, _ in nestedLog.add("(" + label) }
        },
        around: { option, label in
          try own.shown.around(option) { _, text, proceed in
            nestedLog.add("[" + label)
            let result = proceed(text)
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try own.shown.after(option) { _, _, _ in nestedLog.add(label + ")") }
        }),
      bare: NestedAdvice(
        before: { option, label in
          try NestedJoinPoints.everySubject.shown.before(option) { nestedLog.add("(" + label) }
        },
        around: { option, label in
          try NestedJoinPoints.everySubject.shown.around(option) { proceed in
            nestedLog.add("[" + label)
            let result = proceed()
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try NestedJoinPoints.everySubject.shown.after(option) { nestedLog.add(label + ")") }
        })
    ) {
      await NestedValue().shown("a")
    },
    NestedCall(
      "count", "counted a",
      own: NestedAdvice(
        before: { option, label in
          try desk.count.before(option) { _, _ in nestedLog.add("(" + label) }
        },
        around: { option, label in
          try desk.count.around(option) { _, text, proceed in
            nestedLog.add("[" + label)
            let result = proceed(text)
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try desk.count.after(option) { _, _, _ in nestedLog.add(label + ")") }
        }),
      bare: NestedAdvice(
        before: { option, label in
          try desk.count.before(option) { nestedLog.add("(" + label) }
        },
        around: { option, label in
          try desk.count.around(option) { proceed in
            nestedLog.add("[" + label)
            let result = proceed()
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try desk.count.after(option) { nestedLog.add(label + ")") }
        })
    ) {
      await NestedDesk().count("a")
    },
    NestedCall(
      "wait", "waited for a",
      own: NestedAdvice(
        before: { option, label in
          try desk.wait.before(option) { _, _ in nestedLog.add("(" + label) }
        },
        around: { option, label in
          try desk.wait.around(option) { _, text, proceed in
            nestedLog.add("[" + label)
            let result = try await proceed(text)
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try desk.wait.after(option) { _, _, _ in nestedLog.add(label + ")") }
        }),
      bare: NestedAdvice(
        before: { option, label in
          try desk.wait.before(option) { nestedLog.add("(" + label) }
        },
        around: { option, label in
          try desk.wait.around(option) { proceed in
            nestedLog.add("[" + label)
            let result = try await proceed()
            nestedLog.add(label + "]")
            return result + label
          }
        },
        after: { option, label in
          try desk.wait.after(option) { nestedLog.add(label + ")") }
        })
    ) {
      try await NestedDesk().wait("a")
    },
  ]
}
