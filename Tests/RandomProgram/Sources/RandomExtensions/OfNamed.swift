// SPDX-License-Identifier: Apache-2.0

public import Graft
public import RandomProtocols

@Extension
public final class OfNamed<Subject: Speaker & Named>: SpeakerExtension<Subject> {
  public override func plain(_ subject: Subject, _ text: String) -> String {
    return "N(" + super.plain(subject, text + "n") + ")"
  }

  public override func failing(_ subject: Subject, _ text: String) throws -> String {
    return try "N(" + super.failing(subject, text + "n") + ")"
  }

  public override func typed(_ subject: Subject, _ text: String) throws(Refusal) -> String {
    return try "N(" + super.typed(subject, text + "n") + ")"
  }

  public override func later(_ subject: Subject, _ text: String) async -> String {
    return await "N(" + super.later(subject, text + "n") + ")"
  }

  public override func laterFailing(_ subject: Subject, _ text: String) async throws -> String {
    return try await "N(" + super.laterFailing(subject, text + "n") + ")"
  }

  public override func change(_ subject: inout Subject, _ text: String) -> String {
    return "N(" + super.change(&subject, text + "n") + ")"
  }

  public override func changeFailing(_ subject: inout Subject, _ text: String) throws -> String {
    return try "N(" + super.changeFailing(&subject, text + "n") + ")"
  }

  public override func kind(_ subject: Subject.Type, _ text: String) -> String {
    return "N(" + super.kind(subject, text + "n") + ")"
  }

  public override func title(_ subject: Subject) -> String {
    return "N(" + super.title(subject) + ")"
  }

  public override func setTitle(_ subject: inout Subject, _ newValue: String) {
    Trace.note("N;")
    super.setTitle(&subject, newValue + "n")
  }

  public override func `subscript`(_ subject: Subject, item text: String) -> String {
    return "N(" + super.subscript(subject, item: text + "n") + ")"
  }

  public override func setSubscript(_ subject: inout Subject, _ newValue: String, item text: String)
  {
    Trace.note("N;")
    super.setSubscript(&subject, newValue + "n", item: text)
  }

  public override func fill(_ subject: Subject, _ text: inout String) -> String {
    text += "n"
    return "N(" + super.fill(subject, &text) + ")"
  }

  public override func apply(_ subject: Subject, _ body: (String) -> String) -> String {
    return "N(" + super.apply(subject) { body($0 + "n") } + ")"
  }

  public override func several(_ subject: Subject, _ text: String, _ number: Int, _ last: String)
    -> String
  {
    return "N(" + super.several(subject, text + "n", number + 1, last) + ")"
  }
}
