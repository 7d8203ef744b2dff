// SPDX-License-Identifier: Apache-2.0

public import Graft
public import RandomProtocols

@Extension
public final class OfAnimal<Subject: Animal>: SpeakerExtension<Subject> {
  public override func failing(_ subject: Subject, _ text: String) throws -> String {
    return try "M(" + super.failing(subject, text + "m") + ")"
  }

  public override func laterFailing(_ subject: Subject, _ text: String) async throws -> String {
    return try await "M(" + super.laterFailing(subject, text + "m") + ")"
  }

  public override func kind(_ subject: Subject.Type, _ text: String) -> String {
    return "M(" + super.kind(subject, text + "m") + ")"
  }

  public override func `subscript`(_ subject: Subject, item text: String) -> String {
    return "M(" + super.subscript(subject, item: text + "m") + ")"
  }

  public override func apply(_ subject: Subject, _ body: (String) -> String) -> String {
    return "M(" + super.apply(subject) { body($0 + "m") } + ")"
  }
}
