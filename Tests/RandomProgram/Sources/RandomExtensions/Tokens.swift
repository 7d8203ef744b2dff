// SPDX-License-Identifier: Apache-2.0

public import Graft
public import RandomProtocols

@Extension
public final class GroundToken<Subject: Token & ~Copyable>: TokenExtension<Subject> {
  public override func plain(_ subject: borrowing Subject, _ text: String) -> String {
    return "G[\(subject.number)](\(text))"
  }

  public override func failing(_ subject: borrowing Subject, _ text: String) throws -> String {
    if text.hasPrefix("!") { throw Refusal("G:" + text) }
    return "G[\(subject.number)](\(text))"
  }

  public override func change(_ subject: inout Subject, _ text: String) -> String {
    subject.count += 1
    return "G[\(subject.number)](\(text))"
  }

  public override func close(_ subject: consuming Subject, _ text: String) -> String {
    return "G[\(subject.number)](\(text))"
  }

  public override func kind(_ subject: Subject.Type, _ text: String) -> String {
    return "G[-](\(text))"
  }
}

@Extension
public final class StampedToken<Subject: Token & Stamped & ~Copyable>: TokenExtension<Subject> {
  public override func plain(_ subject: borrowing Subject, _ text: String) -> String {
    return "T(" + super.plain(subject, text + "t") + ")"
  }

  public override func failing(_ subject: borrowing Subject, _ text: String) throws -> String {
    return try "T(" + super.failing(subject, text + "t") + ")"
  }

  public override func change(_ subject: inout Subject, _ text: String) -> String {
    return "T(" + super.change(&subject, text + "t") + ")"
  }

  public override func close(_ subject: consuming Subject, _ text: String) -> String {
    return "T(" + super.close(subject, text + "t") + ")"
  }

  public override func kind(_ subject: Subject.Type, _ text: String) -> String {
    return "T(" + super.kind(subject, text + "t") + ")"
  }
}

@Extension(priority: 3)
public final class LoudToken<Subject: Token & ~Copyable>: TokenExtension<Subject> {
  public override func plain(_ subject: borrowing Subject, _ text: String) -> String {
    return "L(" + super.plain(subject, text + "l") + ")"
  }

  public override func failing(_ subject: borrowing Subject, _ text: String) throws -> String {
    return try "L(" + super.failing(subject, text + "l") + ")"
  }

  public override func close(_ subject: consuming Subject, _ text: String) -> String {
    return "L(" + super.close(subject, text + "l") + ")"
  }

  public override func kind(_ subject: Subject.Type, _ text: String) -> String {
    return "L(" + super.kind(subject, text + "l") + ")"
  }
}
