// SPDX-License-Identifier: Apache-2.0

public import Graft
public import RandomProtocols

@Extension(priority: -1)
public final class Fallback<Subject: Speaker>: SpeakerExtension<Subject> {
  public override func plain(_ subject: Subject, _ text: String) -> String {
    return "B[\(subject.number)](\(text))"
  }

  public override func failing(_ subject: Subject, _ text: String) throws -> String {
    if text.hasPrefix("!") { throw Refusal("B:" + text) }
    return "B[\(subject.number)](\(text))"
  }

  public override func typed(_ subject: Subject, _ text: String) throws(Refusal) -> String {
    if text.hasPrefix("!") { throw Refusal("B:" + text) }
    return "B[\(subject.number)](\(text))"
  }

  public override func later(_ subject: Subject, _ text: String) async -> String {
    return "B[\(subject.number)](\(text))"
  }

  public override func laterFailing(_ subject: Subject, _ text: String) async throws -> String {
    if text.hasPrefix("!") { throw Refusal("B:" + text) }
    return "B[\(subject.number)](\(text))"
  }

  public override func change(_ subject: inout Subject, _ text: String) -> String {
    subject.count += 1
    return "B[\(subject.number)](\(text))"
  }

  public override func changeFailing(_ subject: inout Subject, _ text: String) throws -> String {
    if text.hasPrefix("!") { throw Refusal("B:" + text) }
    subject.count += 1
    return "B[\(subject.number)](\(text))"
  }

  public override func kind(_ subject: Subject.Type, _ text: String) -> String {
    return "B[-](\(text))"
  }

  public override func title(_ subject: Subject) -> String {
    return "B[\(subject.number)]()"
  }

  public override func setTitle(_ subject: inout Subject, _ newValue: String) {
    Trace.note("B[\(subject.number)](\(newValue));")
  }

  public override func `subscript`(_ subject: Subject, item text: String) -> String {
    return "B[\(subject.number)](\(text))"
  }

  public override func setSubscript(_ subject: inout Subject, _ newValue: String, item text: String)
  {
    Trace.note("B[\(subject.number)](\(newValue),\(text));")
  }

  public override func fill(_ subject: Subject, _ text: inout String) -> String {
    text += "b"
    return "B[\(subject.number)]"
  }

  public override func apply(_ subject: Subject, _ body: (String) -> String) -> String {
    return "B[\(subject.number)](\(body("b")))"
  }

  public override func several(_ subject: Subject, _ text: String, _ number: Int, _ last: String)
    -> String
  {
    return "B[\(subject.number)](\(text),\(number),\(last))"
  }
}
