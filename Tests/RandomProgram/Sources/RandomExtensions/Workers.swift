// SPDX-License-Identifier: Apache-2.0

public import Graft
public import RandomProtocols

@Extension
public final class GroundWorker<Subject: Worker>: WorkerExtension<Subject> {
  public override func plain(_ subject: isolated Subject, _ text: String) -> String {
    return "G[\(subject.number)](\(text))"
  }

  public override func failing(_ subject: isolated Subject, _ text: String) throws -> String {
    if text.hasPrefix("!") { throw Refusal("G:" + text) }
    return "G[\(subject.number)](\(text))"
  }

  public override func later(_ subject: isolated Subject, _ text: String) async -> String {
    return "G[\(subject.number)](\(text))"
  }

  public override func laterFailing(_ subject: isolated Subject, _ text: String) async throws
    -> String
  {
    if text.hasPrefix("!") { throw Refusal("G:" + text) }
    return "G[\(subject.number)](\(text))"
  }

  public override func title(_ subject: isolated Subject) -> String {
    return "G[\(subject.number)]()"
  }

  public override func label(_ subject: Subject, _ text: String) -> String {
    return "G[\(subject.number)](\(text))"
  }
}

@Extension
public final class NamedWorker<Subject: Worker & Named>: WorkerExtension<Subject> {
  public override func plain(_ subject: isolated Subject, _ text: String) -> String {
    return "N(" + super.plain(subject, text + "n") + ")"
  }

  public override func failing(_ subject: isolated Subject, _ text: String) throws -> String {
    return try "N(" + super.failing(subject, text + "n") + ")"
  }

  public override func later(_ subject: isolated Subject, _ text: String) async -> String {
    return await "N(" + super.later(subject, text + "n") + ")"
  }

  public override func laterFailing(_ subject: isolated Subject, _ text: String) async throws
    -> String
  {
    return try await "N(" + super.laterFailing(subject, text + "n") + ")"
  }

  public override func title(_ subject: isolated Subject) -> String {
    return "N(" + super.title(subject) + ")"
  }

  public override func label(_ subject: Subject, _ text: String) -> String {
    return "N(" + super.label(subject, text + "n") + ")"
  }
}

@Extension
public final class AgedWorker<Subject: Worker & Aged>: WorkerExtension<Subject> {
  public override func plain(_ subject: isolated Subject, _ text: String) -> String {
    let first = super.plain(subject, text + "a")
    return "A(\(first)," + super.plain(subject, text + "a") + ")"
  }

  public override func failing(_ subject: isolated Subject, _ text: String) throws -> String {
    let first = try super.failing(subject, text + "a")
    return try "A(\(first)," + super.failing(subject, text + "a") + ")"
  }

  public override func later(_ subject: isolated Subject, _ text: String) async -> String {
    let first = await super.later(subject, text + "a")
    return await "A(\(first)," + super.later(subject, text + "a") + ")"
  }

  public override func label(_ subject: Subject, _ text: String) -> String {
    let first = super.label(subject, text + "a")
    return "A(\(first)," + super.label(subject, text + "a") + ")"
  }
}

@Extension
public final class BothWorker<Subject: Worker & Named & Aged>: WorkerExtension<Subject> {
  public override func failing(_ subject: isolated Subject, _ text: String) throws -> String {
    return try "O(" + super.failing(subject, text + "o") + ")"
  }

  public override func later(_ subject: isolated Subject, _ text: String) async -> String {
    return await "O(" + super.later(subject, text + "o") + ")"
  }

  public override func laterFailing(_ subject: isolated Subject, _ text: String) async throws
    -> String
  {
    return try await "O(" + super.laterFailing(subject, text + "o") + ")"
  }

  public override func title(_ subject: isolated Subject) -> String {
    return "O(" + super.title(subject) + ")"
  }
}

@Advice
public final class CurtWorker<Subject: Worker>: WorkerExtension<Subject> {
  public override func plain(_ subject: isolated Subject, _ text: String) -> String {
    return "C(" + super.plain(subject, text + "c") + ")"
  }

  public override func failing(_ subject: isolated Subject, _ text: String) throws -> String {
    return try "C(" + super.failing(subject, text + "c") + ")"
  }

  public override func later(_ subject: isolated Subject, _ text: String) async -> String {
    return await "C(" + super.later(subject, text + "c") + ")"
  }

  public override func laterFailing(_ subject: isolated Subject, _ text: String) async throws
    -> String
  {
    return try await "C(" + super.laterFailing(subject, text + "c") + ")"
  }

  public override func title(_ subject: isolated Subject) -> String {
    return "C(" + super.title(subject) + ")"
  }

  public override func label(_ subject: Subject, _ text: String) -> String {
    return "C(" + super.label(subject, text + "c") + ")"
  }
}
