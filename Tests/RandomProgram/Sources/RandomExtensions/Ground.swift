// SPDX-License-Identifier: Apache-2.0

public import Graft
public import RandomProtocols

@Extension
public final class Ground<Subject: Speaker>: SpeakerExtension<Subject> {
  public override func plain(_ subject: Subject, _ text: String) -> String {
    return "G[\(subject.number)](\(text))"
  }

  public override func failing(_ subject: Subject, _ text: String) throws -> String {
    if text.hasPrefix("!") { throw Refusal("G:" + text) }
    return "G[\(subject.number)](\(text))"
  }

  public override func typed(_ subject: Subject, _ text: String) throws(Refusal) -> String {
    if text.hasPrefix("!") { throw Refusal("G:" + text) }
    return "G[\(subject.number)](\(text))"
  }

  public override func later(_ subject: Subject, _ text: String) async -> String {
    return "G[\(subject.number)](\(text))"
  }

  public override func laterFailing(_ subject: Subject, _ text: String) async throws -> String {
    if text.hasPrefix("!") { throw Refusal("G:" + text) }
    return "G[\(subject.number)](\(text))"
  }

  public override func change(_ subject: inout Subject, _ text: String) -> String {
    subject.count += 1
    return "G[\(subject.number)](\(text))"
  }

  public override func changeFailing(_ subject: inout Subject, _ text: String) throws -> String {
    if text.hasPrefix("!") { throw Refusal("G:" + text) }
    subject.count += 1
    return "G[\(subject.number)](\(text))"
  }

  public override func kind(_ subject: Subject.Type, _ text: String) -> String {
    return "G[-](\(text))"
  }

  public override func title(_ subject: Subject) -> String {
    return "G[\(subject.number)]()"
  }

  public override func setTitle(_ subject: inout Subject, _ newValue: String) {
    Trace.note("G[\(subject.number)](\(newValue));")
  }

  public override func `subscript`(_ subject: Subject, item text: String) -> String {
    return "G[\(subject.number)](\(text))"
  }

  public override func setSubscript(_ subject: inout Subject, _ newValue: String, item text: String)
  {
    Trace.note("G[\(subject.number)](\(newValue),\(text));")
  }

  public override func fill(_ subject: Subject, _ text: inout String) -> String {
    text += "g"
    return "G[\(subject.number)]"
  }

  public override func apply(_ subject: Subject, _ body: (String) -> String) -> String {
    return "G[\(subject.number)](\(body("g")))"
  }

  public override func several(_ subject: Subject, _ text: String, _ number: Int, _ last: String)
    -> String
  {
    return "G[\(subject.number)](\(text),\(number),\(last))"
  }
}
