// SPDX-License-Identifier: Apache-2.0

public import Graft
public import RandomProtocols

@Extension
public final class GroundHandle<Subject: Handle>: HandleExtension<Subject> {
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

  public override func title(_ subject: Subject) -> String {
    return "G[\(subject.number)]()"
  }

  public override func setTitle(_ subject: Subject, _ newValue: String) {
    Trace.note("G[\(subject.number)](\(newValue));")
  }

  public override func with(_ subject: Subject, _ other: Subject, _ text: String) -> String {
    return "G[\(subject.number)](\(text),\(other.number))"
  }
}

@Extension
public final class NamedHandle<Subject: Handle & Named>: HandleExtension<Subject> {
  public override func plain(_ subject: Subject, _ text: String) -> String {
    return "N(" + super.plain(subject, text + "n") + ")"
  }

  public override func failing(_ subject: Subject, _ text: String) throws -> String {
    return try "N(" + super.failing(subject, text + "n") + ")"
  }

  public override func later(_ subject: Subject, _ text: String) async -> String {
    return await "N(" + super.later(subject, text + "n") + ")"
  }

  public override func title(_ subject: Subject) -> String {
    return "N(" + super.title(subject) + ")"
  }

  public override func setTitle(_ subject: Subject, _ newValue: String) {
    Trace.note("N;")
    super.setTitle(subject, newValue + "n")
  }

  public override func with(_ subject: Subject, _ other: Subject, _ text: String) -> String {
    return "N(" + super.with(subject, other, text + "n") + ")"
  }
}

@Extension
public final class AgedHandle<Subject: Handle & Aged>: HandleExtension<Subject> {
  public override func plain(_ subject: Subject, _ text: String) -> String {
    return "A(" + super.plain(subject, text + "a") + ")"
  }

  public override func failing(_ subject: Subject, _ text: String) throws -> String {
    return try "A(" + super.failing(subject, text + "a") + ")"
  }

  public override func setTitle(_ subject: Subject, _ newValue: String) {
    Trace.note("A;")
    super.setTitle(subject, newValue + "a")
  }

  public override func with(_ subject: Subject, _ other: Subject, _ text: String) -> String {
    return "A(" + super.with(subject, other, text + "a") + ")"
  }
}

@Extension(priority: 1)
public final class GripHandle<Subject: Grip>: HandleExtension<Subject> {
  public override func failing(_ subject: Subject, _ text: String) throws -> String {
    return try "M(" + super.failing(subject, text + "m") + ")"
  }

  public override func later(_ subject: Subject, _ text: String) async -> String {
    return await "M(" + super.later(subject, text + "m") + ")"
  }

  public override func with(_ subject: Subject, _ other: Subject, _ text: String) -> String {
    return "M(" + super.with(subject, other, text + "m") + ")"
  }
}

@Advice
public final class CurtHandle<Subject: Handle>: HandleExtension<Subject> {
  public override func plain(_ subject: Subject, _ text: String) -> String {
    return "C(" + super.plain(subject, text + "c") + ")"
  }

  public override func failing(_ subject: Subject, _ text: String) throws -> String {
    return try "C(" + super.failing(subject, text + "c") + ")"
  }

  public override func later(_ subject: Subject, _ text: String) async -> String {
    return await "C(" + super.later(subject, text + "c") + ")"
  }

  public override func title(_ subject: Subject) -> String {
    return "C(" + super.title(subject) + ")"
  }

  public override func setTitle(_ subject: Subject, _ newValue: String) {
    Trace.note("C;")
    super.setTitle(subject, newValue + "c")
  }

  public override func with(_ subject: Subject, _ other: Subject, _ text: String) -> String {
    return "C(" + super.with(subject, other, text + "c") + ")"
  }
}
