// SPDX-License-Identifier: Apache-2.0

public import Graft
public import RandomProtocols

@Extension(priority: 10)
public final class Festive<Subject: Speaker & Aged>: SpeakerExtension<Subject> {
  public override func typed(_ subject: Subject, _ text: String) throws(Refusal) -> String {
    let first = try super.typed(subject, text + "f")
    return try "F(\(first)," + super.typed(subject, text + "f") + ")"
  }

  public override func changeFailing(_ subject: inout Subject, _ text: String) throws -> String {
    let first = try super.changeFailing(&subject, text + "f")
    return try "F(\(first)," + super.changeFailing(&subject, text + "f") + ")"
  }

  public override func `subscript`(_ subject: Subject, item text: String) -> String {
    let first = super.subscript(subject, item: text + "f")
    return "F(\(first)," + super.subscript(subject, item: text + "f") + ")"
  }

  public override func several(_ subject: Subject, _ text: String, _ number: Int, _ last: String)
    -> String
  {
    let first = super.several(subject, text + "f", number + 1, last)
    return "F(\(first)," + super.several(subject, text + "f", number + 1, last) + ")"
  }
}
