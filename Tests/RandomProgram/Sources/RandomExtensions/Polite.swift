// SPDX-License-Identifier: Apache-2.0

public import Graft
public import RandomProtocols

@Advice(priority: 1)
public final class Polite<Subject: Speaker & Named>: SpeakerExtension<Subject> {
  public override func plain(_ subject: Subject, _ text: String) -> String {
    return "P(" + super.plain(subject, text + "p") + ")"
  }

  public override func failing(_ subject: Subject, _ text: String) throws -> String {
    return try "P(" + super.failing(subject, text + "p") + ")"
  }

  public override func typed(_ subject: Subject, _ text: String) throws(Refusal) -> String {
    return try "P(" + super.typed(subject, text + "p") + ")"
  }

  public override func later(_ subject: Subject, _ text: String) async -> String {
    return await "P(" + super.later(subject, text + "p") + ")"
  }

  public override func laterFailing(_ subject: Subject, _ text: String) async throws -> String {
    return try await "P(" + super.laterFailing(subject, text + "p") + ")"
  }

  public override func change(_ subject: inout Subject, _ text: String) -> String {
    return "P(" + super.change(&subject, text + "p") + ")"
  }

  public override func changeFailing(_ subject: inout Subject, _ text: String) throws -> String {
    return try "P(" + super.changeFailing(&subject, text + "p") + ")"
  }

  public override func kind(_ subject: Subject.Type, _ text: String) -> String {
    return "P(" + super.kind(subject, text + "p") + ")"
  }

  public override func title(_ subject: Subject) -> String {
    return "P(" + super.title(subject) + ")"
  }

  public override func setTitle(_ subject: inout Subject, _ newValue: String) {
    Trace.note("P;")
    super.setTitle(&subject, newValue + "p")
  }

  public override func `subscript`(_ subject: Subject, item text: String) -> String {
    return "P(" + super.subscript(subject, item: text + "p") + ")"
  }

  public override func setSubscript(_ subject: inout Subject, _ newValue: String, item text: String)
  {
    Trace.note("P;")
    super.setSubscript(&subject, newValue + "p", item: text)
  }

  public override func fill(_ subject: Subject, _ text: inout String) -> String {
    text += "p"
    return "P(" + super.fill(subject, &text) + ")"
  }

  public override func apply(_ subject: Subject, _ body: (String) -> String) -> String {
    return "P(" + super.apply(subject) { body($0 + "p") } + ")"
  }

  public override func several(_ subject: Subject, _ text: String, _ number: Int, _ last: String)
    -> String
  {
    return "P(" + super.several(subject, text + "p", number + 1, last) + ")"
  }
}
