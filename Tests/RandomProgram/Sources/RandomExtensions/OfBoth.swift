// SPDX-License-Identifier: Apache-2.0

public import Graft
public import RandomProtocols

@Extension
public final class OfBoth<Subject: Speaker & Named & Aged>: SpeakerExtension<Subject> {
  public override func plain(_ subject: Subject, _ text: String) -> String {
    return "O(" + super.plain(subject, text + "o") + ")"
  }

  public override func failing(_ subject: Subject, _ text: String) throws -> String {
    return try "O(" + super.failing(subject, text + "o") + ")"
  }

  public override func typed(_ subject: Subject, _ text: String) throws(Refusal) -> String {
    return try "O(" + super.typed(subject, text + "o") + ")"
  }

  public override func later(_ subject: Subject, _ text: String) async -> String {
    return await "O(" + super.later(subject, text + "o") + ")"
  }

  public override func laterFailing(_ subject: Subject, _ text: String) async throws -> String {
    return try await "O(" + super.laterFailing(subject, text + "o") + ")"
  }

  public override func change(_ subject: inout Subject, _ text: String) -> String {
    return "O(" + super.change(&subject, text + "o") + ")"
  }

  public override func changeFailing(_ subject: inout Subject, _ text: String) throws -> String {
    return try "O(" + super.changeFailing(&subject, text + "o") + ")"
  }

  public override func kind(_ subject: Subject.Type, _ text: String) -> String {
    return "O(" + super.kind(subject, text + "o") + ")"
  }
}
