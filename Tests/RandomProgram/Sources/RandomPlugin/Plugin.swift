// SPDX-License-Identifier: Apache-2.0

public import Graft
public import RandomProtocols

/// A subject that only the plug-in knows.
public struct Visitor: Speaker, Numbered, Named {
  public let number: Int
  public var count = 0

  public init(number: Int) { self.number = number }
}

@Extension(priority: 5)
public final class Guest<Subject: Speaker & Named>: SpeakerExtension<Subject> {
  public override func plain(_ subject: Subject, _ text: String) -> String {
    "V(" + super.plain(subject, text + "v") + ")"
  }

  public override func failing(_ subject: Subject, _ text: String) throws -> String {
    try "V(" + super.failing(subject, text + "v") + ")"
  }

  public override func change(_ subject: inout Subject, _ text: String) -> String {
    "V(" + super.change(&subject, text + "v") + ")"
  }
}

@Advice(priority: 2)
public final class Guide<Subject: Speaker>: SpeakerExtension<Subject> {
  public override func plain(_ subject: Subject, _ text: String) -> String {
    "U(" + super.plain(subject, text + "u") + ")"
  }

  public override func title(_ subject: Subject) -> String { "U(" + super.title(subject) + ")" }

  public override func several(
    _ subject: Subject, _ text: String, _ number: Int, _ last: String
  ) -> String { "U(" + super.several(subject, text + "u", number + 1, last) + ")" }
}

@Extension(priority: 1)
public final class GuestWorker<Subject: Worker & Aged>: WorkerExtension<Subject> {
  public override func plain(_ subject: isolated Subject, _ text: String) -> String {
    "V(" + super.plain(subject, text + "v") + ")"
  }

  public override func later(_ subject: isolated Subject, _ text: String) async -> String {
    await "V(" + super.later(subject, text + "v") + ")"
  }
}

@Extension
public final class GuestToken<Subject: Token & Stamped & ~Copyable>: TokenExtension<Subject> {
  public override func change(_ subject: inout Subject, _ text: String) -> String {
    "V(" + super.change(&subject, text + "v") + ")"
  }

  public override func close(_ subject: consuming Subject, _ text: String) -> String {
    "V(" + super.close(subject, text + "v") + ")"
  }
}
