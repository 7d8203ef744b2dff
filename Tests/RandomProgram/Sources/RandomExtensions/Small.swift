// SPDX-License-Identifier: Apache-2.0

public import Graft
public import RandomProtocols

@Extension(priority: 2)
public final class Small<Subject: Speaker>: SpeakerExtension<Subject> {
  public override class func applies(to subject: Subject.Type) -> Bool {
    MemoryLayout<Subject>.size <= 8
  }

  public override func plain(_ subject: Subject, _ text: String) -> String {
    return "S(" + super.plain(subject, text + "s") + ")"
  }

  public override func later(_ subject: Subject, _ text: String) async -> String {
    return await "S(" + super.later(subject, text + "s") + ")"
  }

  public override func changeFailing(_ subject: inout Subject, _ text: String) throws -> String {
    return try "S(" + super.changeFailing(&subject, text + "s") + ")"
  }

  public override func setTitle(_ subject: inout Subject, _ newValue: String) {
    Trace.note("S;")
    super.setTitle(&subject, newValue + "s")
  }

  public override func fill(_ subject: Subject, _ text: inout String) -> String {
    text += "s"
    return "S(" + super.fill(subject, &text) + ")"
  }
}
