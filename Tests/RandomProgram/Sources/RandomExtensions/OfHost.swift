// SPDX-License-Identifier: Apache-2.0

public import Graft
public import RandomProtocols

@Extension
public final class OfHost<Subject: Host>: SpeakerExtension<Subject> {
  public override func plain(_ subject: Subject, _ text: String) -> String {
    let first = super.plain(subject, text + "h")
    return "H(\(first)," + super.plain(subject, text + "h") + ")"
  }

  public override func typed(_ subject: Subject, _ text: String) throws(Refusal) -> String {
    let first = try super.typed(subject, text + "h")
    return try "H(\(first)," + super.typed(subject, text + "h") + ")"
  }

  public override func laterFailing(_ subject: Subject, _ text: String) async throws -> String {
    let first = try await super.laterFailing(subject, text + "h")
    return try await "H(\(first)," + super.laterFailing(subject, text + "h") + ")"
  }

  public override func changeFailing(_ subject: inout Subject, _ text: String) throws -> String {
    let first = try super.changeFailing(&subject, text + "h")
    return try "H(\(first)," + super.changeFailing(&subject, text + "h") + ")"
  }

  public override func title(_ subject: Subject) -> String {
    let first = super.title(subject)
    return "H(\(first)," + super.title(subject) + ")"
  }

  public override func `subscript`(_ subject: Subject, item text: String) -> String {
    let first = super.subscript(subject, item: text + "h")
    return "H(\(first)," + super.subscript(subject, item: text + "h") + ")"
  }

  public override func fill(_ subject: Subject, _ text: inout String) -> String {
    text += "h"
    let first = super.fill(subject, &text)
    return "H(\(first)," + super.fill(subject, &text) + ")"
  }

  public override func several(_ subject: Subject, _ text: String, _ number: Int, _ last: String)
    -> String
  {
    let first = super.several(subject, text + "h", number + 1, last)
    return "H(\(first)," + super.several(subject, text + "h", number + 1, last) + ")"
  }
}
