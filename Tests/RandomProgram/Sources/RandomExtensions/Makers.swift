// SPDX-License-Identifier: Apache-2.0

public import Graft
public import RandomProtocols

@Extension
public final class GroundMaker<Subject: Maker>: MakerExtension<Subject> {
  public override func `init`(_ subject: Subject.Type, _ text: String) -> Subject {
    var made = subject.init(number: 0)
    made.note = "G[-](\(text))"
    return made
  }

  public override func hand(_ subject: Subject, _ item: Subject.Item) -> Subject.Item {
    return Subject.Item("G[\(subject.number)](\(item.text))")
  }

  public override func with(_ subject: Subject, _ other: Subject, _ text: String) -> String {
    return "G[\(subject.number)](\(text),\(other.number))"
  }

  public override func kind(_ subject: Subject.Type, _ text: String) -> String {
    return "G[-](\(text))"
  }

  public override func plain(_ subject: Subject, _ text: String) -> String {
    return "G[\(subject.number)](\(text))"
  }

  public override func pass<Value: Carrier>(
    _ subject: Subject, _ text: String, _ value: Value
  ) -> Value {
    return Value("G[\(subject.number)](\(text))")
  }
}

@Extension
public final class SealedMaker<Subject: Maker>: MakerExtension<Subject> where Subject.Item: Sealed {
  public override func `init`(_ subject: Subject.Type, _ text: String) -> Subject {
    var made = super.`init`(subject, text + "l")
    made.note = "L(" + made.note + ")"
    return made
  }

  public override func hand(_ subject: Subject, _ item: Subject.Item) -> Subject.Item {
    let below = super.hand(subject, Subject.Item(item.text + "l"))
    return Subject.Item("L(" + below.text + ")")
  }

  public override func with(_ subject: Subject, _ other: Subject, _ text: String) -> String {
    return "L(" + super.with(subject, other, text + "l") + ")"
  }

  public override func kind(_ subject: Subject.Type, _ text: String) -> String {
    return "L(" + super.kind(subject, text + "l") + ")"
  }

  public override func plain(_ subject: Subject, _ text: String) -> String {
    return "L(" + super.plain(subject, text + "l") + ")"
  }

  public override func pass<Value: Carrier>(
    _ subject: Subject, _ text: String, _ value: Value
  ) -> Value {
    return Value("L(" + super.pass(subject, text + "l", value).text + ")")
  }
}

@Extension
public final class ParcelMaker<Subject: Maker>: MakerExtension<Subject>
where Subject.Item == Parcel {
  public override func `init`(_ subject: Subject.Type, _ text: String) -> Subject {
    var made = super.`init`(subject, text + "q")
    made.note = "Q(" + made.note + ")"
    return made
  }

  public override func hand(_ subject: Subject, _ item: Subject.Item) -> Subject.Item {
    let below = super.hand(subject, Subject.Item(item.text + "q"))
    return Subject.Item("Q(" + below.text + ")")
  }

  public override func with(_ subject: Subject, _ other: Subject, _ text: String) -> String {
    return "Q(" + super.with(subject, other, text + "q") + ")"
  }

  public override func pass<Value: Carrier>(
    _ subject: Subject, _ text: String, _ value: Value
  ) -> Value {
    return Value("Q(" + super.pass(subject, text + "q", value).text + ")")
  }
}

@Extension
public final class NamedMaker<Subject: Maker & Named>: MakerExtension<Subject> {
  public override func hand(_ subject: Subject, _ item: Subject.Item) -> Subject.Item {
    let below = super.hand(subject, Subject.Item(item.text + "n"))
    return Subject.Item("N(" + below.text + ")")
  }

  public override func with(_ subject: Subject, _ other: Subject, _ text: String) -> String {
    return "N(" + super.with(subject, other, text + "n") + ")"
  }

  public override func kind(_ subject: Subject.Type, _ text: String) -> String {
    return "N(" + super.kind(subject, text + "n") + ")"
  }

  public override func plain(_ subject: Subject, _ text: String) -> String {
    return "N(" + super.plain(subject, text + "n") + ")"
  }

  public override func pass<Value: Carrier>(
    _ subject: Subject, _ text: String, _ value: Value
  ) -> Value {
    return Value("N(" + super.pass(subject, text + "n", value).text + ")")
  }
}

@Advice
public final class CurtMaker<Subject: Maker>: MakerExtension<Subject> {
  public override func `init`(_ subject: Subject.Type, _ text: String) -> Subject {
    var made = super.`init`(subject, text + "c")
    made.note = "C(" + made.note + ")"
    return made
  }

  public override func hand(_ subject: Subject, _ item: Subject.Item) -> Subject.Item {
    let below = super.hand(subject, Subject.Item(item.text + "c"))
    return Subject.Item("C(" + below.text + ")")
  }

  public override func with(_ subject: Subject, _ other: Subject, _ text: String) -> String {
    return "C(" + super.with(subject, other, text + "c") + ")"
  }

  public override func kind(_ subject: Subject.Type, _ text: String) -> String {
    return "C(" + super.kind(subject, text + "c") + ")"
  }

  public override func plain(_ subject: Subject, _ text: String) -> String {
    return "C(" + super.plain(subject, text + "c") + ")"
  }

  public override func pass<Value: Carrier>(
    _ subject: Subject, _ text: String, _ value: Value
  ) -> Value {
    return Value("C(" + super.pass(subject, text + "c", value).text + ")")
  }
}
