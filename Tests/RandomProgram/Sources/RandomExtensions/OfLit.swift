// SPDX-License-Identifier: Apache-2.0

public import Graft
public import RandomProtocols

/// Its condition can hold on the main actor only.
@Extension(priority: 4)
public final class OfLit<Subject: Speaker & Lit>: SpeakerExtension<Subject> {
  public override func plain(_ subject: Subject, _ text: String) -> String {
    return "I(" + super.plain(subject, text + "i") + ")"
  }

  public override func failing(_ subject: Subject, _ text: String) throws -> String {
    return try "I(" + super.failing(subject, text + "i") + ")"
  }

  public override func change(_ subject: inout Subject, _ text: String) -> String {
    return "I(" + super.change(&subject, text + "i") + ")"
  }

  public override func kind(_ subject: Subject.Type, _ text: String) -> String {
    return "I(" + super.kind(subject, text + "i") + ")"
  }

  public override func title(_ subject: Subject) -> String {
    return "I(" + super.title(subject) + ")"
  }

  public override func setTitle(_ subject: inout Subject, _ newValue: String) {
    Trace.note("I;")
    super.setTitle(&subject, newValue + "i")
  }
}
