// SPDX-License-Identifier: Apache-2.0

public import Graft
public import RandomProtocols

@Extension
public final class GroundScreen<Subject: Screen>: ScreenExtension<Subject> {
  public override func plain(_ subject: Subject, _ text: String) -> String {
    return "G[\(subject.number)](\(text))"
  }

  public override func failing(_ subject: Subject, _ text: String) throws -> String {
    if text.hasPrefix("!") { throw Refusal("G:" + text) }
    return "G[\(subject.number)](\(text))"
  }

  public override func later(_ subject: Subject, _ text: String) async -> String {
    return "G[\(subject.number)](\(text))"
  }

  public override func change(_ subject: inout Subject, _ text: String) -> String {
    subject.count += 1
    return "G[\(subject.number)](\(text))"
  }

  public override func title(_ subject: Subject) -> String {
    return "G[\(subject.number)]()"
  }

  public override func setTitle(_ subject: inout Subject, _ newValue: String) {
    Trace.note("G[\(subject.number)](\(newValue));")
  }

  public nonisolated override func label(_ subject: Subject, _ text: String) -> String {
    return "G[\(subject.number)](\(text))"
  }
}

@Extension
public final class NamedScreen<Subject: Screen & Named>: ScreenExtension<Subject> {
  public override func plain(_ subject: Subject, _ text: String) -> String {
    return "N(" + super.plain(subject, text + "n") + ")"
  }

  public override func failing(_ subject: Subject, _ text: String) throws -> String {
    return try "N(" + super.failing(subject, text + "n") + ")"
  }

  public override func later(_ subject: Subject, _ text: String) async -> String {
    return await "N(" + super.later(subject, text + "n") + ")"
  }

  public override func change(_ subject: inout Subject, _ text: String) -> String {
    return "N(" + super.change(&subject, text + "n") + ")"
  }

  public override func title(_ subject: Subject) -> String {
    return "N(" + super.title(subject) + ")"
  }

  public override func setTitle(_ subject: inout Subject, _ newValue: String) {
    Trace.note("N;")
    super.setTitle(&subject, newValue + "n")
  }

  public nonisolated override func label(_ subject: Subject, _ text: String) -> String {
    return "N(" + super.label(subject, text + "n") + ")"
  }
}

@Extension(priority: 3)
public final class LitScreen<Subject: Screen & Lit>: ScreenExtension<Subject> {
  public override func plain(_ subject: Subject, _ text: String) -> String {
    return "I(" + super.plain(subject, text + "i") + ")"
  }

  public override func failing(_ subject: Subject, _ text: String) throws -> String {
    return try "I(" + super.failing(subject, text + "i") + ")"
  }

  public override func later(_ subject: Subject, _ text: String) async -> String {
    return await "I(" + super.later(subject, text + "i") + ")"
  }

  public override func change(_ subject: inout Subject, _ text: String) -> String {
    return "I(" + super.change(&subject, text + "i") + ")"
  }

  public override func title(_ subject: Subject) -> String {
    return "I(" + super.title(subject) + ")"
  }

  public override func setTitle(_ subject: inout Subject, _ newValue: String) {
    Trace.note("I;")
    super.setTitle(&subject, newValue + "i")
  }

  public nonisolated override func label(_ subject: Subject, _ text: String) -> String {
    return "I(" + super.label(subject, text + "i") + ")"
  }
}

@Advice
public final class CurtScreen<Subject: Screen>: ScreenExtension<Subject> {
  public override func plain(_ subject: Subject, _ text: String) -> String {
    return "C(" + super.plain(subject, text + "c") + ")"
  }

  public override func failing(_ subject: Subject, _ text: String) throws -> String {
    return try "C(" + super.failing(subject, text + "c") + ")"
  }

  public override func later(_ subject: Subject, _ text: String) async -> String {
    return await "C(" + super.later(subject, text + "c") + ")"
  }

  public override func change(_ subject: inout Subject, _ text: String) -> String {
    return "C(" + super.change(&subject, text + "c") + ")"
  }

  public override func title(_ subject: Subject) -> String {
    return "C(" + super.title(subject) + ")"
  }

  public override func setTitle(_ subject: inout Subject, _ newValue: String) {
    Trace.note("C;")
    super.setTitle(&subject, newValue + "c")
  }

  public nonisolated override func label(_ subject: Subject, _ text: String) -> String {
    return "C(" + super.label(subject, text + "c") + ")"
  }
}
