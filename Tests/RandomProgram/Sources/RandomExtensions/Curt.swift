// SPDX-License-Identifier: Apache-2.0

public import Graft
public import RandomProtocols

@Advice
public final class Curt<Subject: Speaker>: SpeakerExtension<Subject> {
  public override func plain(_ subject: Subject, _ text: String) -> String {
    return "C(" + super.plain(subject, text + "c") + ")"
  }

  public override func failing(_ subject: Subject, _ text: String) throws -> String {
    return try "C(" + super.failing(subject, text + "c") + ")"
  }

  public override func typed(_ subject: Subject, _ text: String) throws(Refusal) -> String {
    return try "C(" + super.typed(subject, text + "c") + ")"
  }

  public override func later(_ subject: Subject, _ text: String) async -> String {
    return await "C(" + super.later(subject, text + "c") + ")"
  }

  public override func laterFailing(_ subject: Subject, _ text: String) async throws -> String {
    return try await "C(" + super.laterFailing(subject, text + "c") + ")"
  }

  public override func change(_ subject: inout Subject, _ text: String) -> String {
    return "C(" + super.change(&subject, text + "c") + ")"
  }

  public override func changeFailing(_ subject: inout Subject, _ text: String) throws -> String {
    return try "C(" + super.changeFailing(&subject, text + "c") + ")"
  }

  public override func kind(_ subject: Subject.Type, _ text: String) -> String {
    return "C(" + super.kind(subject, text + "c") + ")"
  }

  public override func title(_ subject: Subject) -> String {
    return "C(" + super.title(subject) + ")"
  }

  public override func setTitle(_ subject: inout Subject, _ newValue: String) {
    Trace.note("C;")
    super.setTitle(&subject, newValue + "c")
  }

  public override func `subscript`(_ subject: Subject, item text: String) -> String {
    return "C(" + super.subscript(subject, item: text + "c") + ")"
  }

  public override func setSubscript(_ subject: inout Subject, _ newValue: String, item text: String)
  {
    Trace.note("C;")
    super.setSubscript(&subject, newValue + "c", item: text)
  }

  public override func fill(_ subject: Subject, _ text: inout String) -> String {
    text += "c"
    return "C(" + super.fill(subject, &text) + ")"
  }

  public override func apply(_ subject: Subject, _ body: (String) -> String) -> String {
    return "C(" + super.apply(subject) { body($0 + "c") } + ")"
  }

  public override func several(_ subject: Subject, _ text: String, _ number: Int, _ last: String)
    -> String
  {
    return "C(" + super.several(subject, text + "c", number + 1, last) + ")"
  }
}
