// SPDX-License-Identifier: Apache-2.0

import AdvisedTypesAPI
import Graft

@Extension
final class PlainEcho<Subject: Echo>: EchoExtension<Subject> {
  override func same<Value>(_ subject: Subject, _ value: Value) -> Value { value }
  override func later<Value>(_ subject: Subject, _ value: Value) async -> Value { value }
  override func checked<Value>(_ subject: Subject, _ value: Value) throws(Refusal) -> Value {
    if value is Bool { throw Refusal(reason: "a Bool") }
    return value
  }
  override func pair<A, B>(_ subject: Subject, _ a: A, with b: B) -> (A, B) { (a, b) }
  override func text(_ subject: Subject, of value: some CustomStringConvertible) -> String {
    value.description
  }
  override func lookUp<Value>(_ subject: Subject, _ key: String, as type: Value.Type) -> Value? {
    nil
  }
  override func fill<Value>(
    _ subject: Subject, _ value: inout Value, with other: Value, _ body: () -> Void
  ) {
    body()
    value = other
  }
  override func expression(_ subject: Subject, _ count: Int, _ value: () throws -> Int) throws
    -> Int
  { try count * value() }
  override func nothing(_ subject: Subject, _ nothing: Void) {}
}

private struct Kept: Titled { var title = "kept" }

@Extension
private final class PlainExistentials<Subject: Existentials>: ExistentialsExtension<Subject> {
  override func text(_ subject: Subject, of value: any Titled) -> String { value.title }
  override func failed(_ subject: Subject, _ error: any Error) -> String { "\(error)" }
  override func hold(_ subject: Subject, _ object: AnyObject) -> Bool { object is Animal }
  override func change(_ subject: Subject, _ value: inout any Titled) { value = Kept() }
  override func either(_ subject: Subject, _ value: (any Titled)?) -> String {
    value?.title ?? "none"
  }
  override func named(_ subject: Subject, _ type: any Titled.Type) -> String { "\(type)" }
  override func add(_ subject: inout Subject, _ value: any Titled) {}
  override func lent(_ subject: Subject, _ value: borrowing any Titled) -> String { value.title }
  override func later(_ subject: Subject, _ value: any Titled) async -> String { value.title }
  override func last(_ subject: Subject) -> any Titled { Kept() }
  override func setLast(_ subject: Subject, _ newValue: any Titled) { print("set", newValue.title) }
  override func `subscript`(_ subject: Subject, _ key: any Titled) -> String { key.title }
}

@Extension
final class PlainNames<Subject: Names>: NamesExtension<Subject> {
  override func _none(_ subject: Subject.Type) -> String { "none" }
  override func _Base(_ subject: Subject) -> String { "base" }
  override func _Link(_ subject: Subject, _ _Support: Int) -> String { "link \(_Support)" }
  override func _stored(_ subject: Subject) -> String { "stored" }
}

@Extension
final class PlainSpeaking<Subject: Speaking>: SpeakingExtension<Subject> {
  override func speak(_ subject: Subject, _ times: Int) -> String { "\(subject.name) \(times)" }
  override func speakLater(_ subject: Subject) async -> String { "later \(subject.name)" }
  override func mood(_ subject: Subject) -> String { "calm" }
  override func setMood(_ subject: Subject, _ newValue: String) {
    print("\(subject.name) is \(newValue)")
  }
  override func copied(_ subject: Subject) -> Subject { subject }
  override func show(_ subject: Subject, _ text: String) -> String { "\(subject.name): \(text)" }
}
