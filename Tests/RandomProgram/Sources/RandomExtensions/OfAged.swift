// SPDX-License-Identifier: Apache-2.0

public import Graft
public import RandomProtocols

@Extension
public final class OfAged<Subject: Speaker & Aged>: SpeakerExtension<Subject> {
  public override func plain(_ subject: Subject, _ text: String) -> String {
    return "A(" + super.plain(subject, text + "a") + ")"
  }

  public override func failing(_ subject: Subject, _ text: String) throws -> String {
    return try "A(" + super.failing(subject, text + "a") + ")"
  }

  public override func typed(_ subject: Subject, _ text: String) throws(Refusal) -> String {
    return try "A(" + super.typed(subject, text + "a") + ")"
  }

  public override func later(_ subject: Subject, _ text: String) async -> String {
    return await "A(" + super.later(subject, text + "a") + ")"
  }

  public override func laterFailing(_ subject: Subject, _ text: String) async throws -> String {
    return try await "A(" + super.laterFailing(subject, text + "a") + ")"
  }

  public override func change(_ subject: inout Subject, _ text: String) -> String {
    return "A(" + super.change(&subject, text + "a") + ")"
  }

  public override func changeFailing(_ subject: inout Subject, _ text: String) throws -> String {
    return try "A(" + super.changeFailing(&subject, text + "a") + ")"
  }

  public override func kind(_ subject: Subject.Type, _ text: String) -> String {
    return "A(" + super.kind(subject, text + "a") + ")"
  }

  public override func title(_ subject: Subject) -> String {
    return "A(" + super.title(subject) + ")"
  }

  public override func setTitle(_ subject: inout Subject, _ newValue: String) {
    Trace.note("A;")
    super.setTitle(&subject, newValue + "a")
  }

  public override func `subscript`(_ subject: Subject, item text: String) -> String {
    return "A(" + super.subscript(subject, item: text + "a") + ")"
  }

  public override func setSubscript(_ subject: inout Subject, _ newValue: String, item text: String)
  {
    Trace.note("A;")
    super.setSubscript(&subject, newValue + "a", item: text)
  }

  public override func fill(_ subject: Subject, _ text: inout String) -> String {
    text += "a"
    return "A(" + super.fill(subject, &text) + ")"
  }

  public override func apply(_ subject: Subject, _ body: (String) -> String) -> String {
    return "A(" + super.apply(subject) { body($0 + "a") } + ")"
  }

  public override func several(_ subject: Subject, _ text: String, _ number: Int, _ last: String)
    -> String
  {
    return "A(" + super.several(subject, text + "a", number + 1, last) + ")"
  }
}
