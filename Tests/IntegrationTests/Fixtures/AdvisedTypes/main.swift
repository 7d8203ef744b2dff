// SPDX-License-Identifier: Apache-2.0

import AdvisedTypesAPI
import AdvisedTypesExtensions
import Graft

let long = "a text that is long enough for the heap"

struct Large: Titled {
  let a = 1, b = 2, c = 3, d = 4
  var title: String { "large \(a)\(b)\(c)\(d)" }
}

// MARK: Each call of a generic requirement has its own types

struct Plain: Echo {
  func lazily<Value>(_ value: @autoclosure () throws -> Value) rethrows -> Value { try value() }
}

@Advice(protocols: "Echo")
final class Watch: AroundPointcut {
  override func around(_ call: RunningCall, _ proceed: Proceed) throws {
    try proceed()
    show(call)
  }
  override func around(_ call: RunningCall, _ proceed: AsyncProceed) async throws {
    try await proceed()
    show(call)
  }
  private func show(_ call: RunningCall) {
    print(" ", call.requirement, call.arguments, call.result.map { "\(type(of: $0))" } ?? "nothing")
  }
}

@Advice(protocols: "Echo")
final class Ends: PointcutAdvice {
  override func after(_ call: AdvisedCall, throwing error: (any Error)?) {
    if let error { print("  thrown:", error) }
  }
}

/// Answers with a text, where that is the result.
final class Texts: AroundPointcut, @unchecked Sendable {
  override func around(_ call: RunningCall, _ proceed: Proceed) throws {
    do { try call.returns(long) } catch {
      print("  refused:", error)
      try proceed()
    }
  }
}

func generics() async throws {
  let plain = Plain()
  print(plain.same(7), plain.same(long), plain.same([1, 2]), plain.same(()))
  print(await plain.later(7), await plain.later(long))
  print(try plain.checked(7), try plain.checked(long))
  do { print(try plain.checked(true)) } catch { print("caught", error) }
  print(plain.pair(1, with: long), plain.pair(long, with: 2.5))
  print(plain.text(of: 3), plain.text(of: long))
  print(plain.same({ 8 })())
  var (number, text) = (1, "old")
  plain.fill(&number, with: 2) {}
  plain.fill(&text, with: long) {}
  print(number, text)
  print(try plain.expression(2, 4))
  plain.nothing(())
  let token = try ExtensionRegistry.advise(
    "lookUp(_:as:)", of: EchoExtension<Plain>.self, with: Texts())
  print(plain.lookUp("a", as: String.self) ?? "nil")
  print(plain.lookUp("a", as: Int.self).map(String.init) ?? "nil")
  print(plain.lookUp("a", as: [Int].self)?.count ?? -1)
  try token.remove()
}

// MARK: An existential stays one

struct Box: Existentials {}

func existentials() async throws {
  let points = ExistentialsExtension<Box>.joinPoints
  try points.text.before { _, value in print("  before", value.title) }
  try points.failed.around { _, error, proceed in "[" + proceed(error) + "]" }
  try points.hold.before { _, object in print("  before", object is Animal) }
  try points.change.around { _, value, proceed in
    print("  change", value.title)
    proceed(&value)
    print("  changed", value.title)
  }
  try points.either.before { _, value in print("  before", value?.title ?? "none") }
  try points.named.before { _, type in print("  before", type) }
  try points.add.before { _, value in print("  before", value.title) }
  try points.lent.before { _, value in print("  before", value.title) }
  try points.later.around { _, value, proceed in await proceed(value) + "!" }
  try points.setLast.before { _, value in print("  before", value.title) }
  try points.`subscript`.before { _, key in print("  before", key.title) }
  for advice in ["text(of:)", "failed(_:)", "change(_:)", "later(_:)"] as [String] {
    let implementation = Implementation()
    try ExtensionRegistry.advise(
      .init(advice), of: ExistentialsExtension<Box>.self, with: implementation)
  }
  var box = Box()
  print(box.text(of: Large()))
  print(box.failed(Refusal(reason: long)))
  print(box.hold(Animal("Rex")))
  var value: any Titled = Large()
  box.change(&value)
  print(value.title)
  print(box.either(Large()), box.either(nil))
  print(box.named(Large.self))
  box.add(Large())
  print(box.lent(Large()))
  print(await box.later(Large()))
  box.last = Large()
  print(box.last.title)
  print(box[Large()])
}

/// Names the extension that goes on.
final class Implementation: AroundPointcut, @unchecked Sendable {
  override func around(_ call: RunningCall, _ proceed: Proceed) throws {
    print("  then", call.implementation?.name ?? "nothing")
    try proceed()
  }
}

// MARK: Names of generated code

struct Named: Names {}

func names() throws {
  try NamesExtension<Named>.joinPoints._stored_.around { _, proceed in proceed() + "!" }
  try NamesExtension<Named>.joinPoints._Link_.before { _, number in print("  link", number) }
  print(Named._none(), Named()._Base(), Named()._Link(1), Named()._stored)
}

// MARK: Own implementations win

struct Pen: Disfavoured { func write() -> Int { 8 } }
struct Queue: Disfavoured { @_disfavoredOverload func write() -> Int { 7 } }

func written(by writer: some Disfavoured) -> Int { writer.write() }
func written(byAny writer: any Disfavoured) -> Int { writer.write() }

// MARK: Closures for a superclass and for any subject

class Dog: Animal, @unchecked Sendable, Speaking {}
final class Puppy: Dog, @unchecked Sendable {
  let words = ["a puppy has a long text that is on the heap"]
}

@MainActor
func subclasses() async throws {
  let puppy = Puppy("Rex")
  let points = SpeakingExtension<Dog>.joinPointsWithSubclasses
  let tokens = [
    try points.speak.before { dog, times in print("  before", type(of: dog), dog.name, times) },
    try points.speak.around { dog, times, proceed in proceed(times + 1) + "!" },
    try points.speakLater.around { dog, proceed in await proceed() + " \(type(of: dog))" },
    try points.setMood.before { dog, mood in print("  mood of", dog.name, mood) },
    try points.show.around { dog, text, proceed in proceed(text + "?") + " \(type(of: dog))" },
    try SpeakingJoinPoints.everySubject.speak.around { any, times, proceed in
      proceed(times) + " \(type(of: any))"
    },
    try SpeakingJoinPoints.everySubject.show.before { any, text in print("  any", any.name, text) },
    try SpeakingExtension<Dog>.joinPoints(of: puppy).speak.around { dog, times, proceed in
      proceed(times) + " one"
    },
    try SpeakingExtension<Dog>.joinPoints(of: puppy).speak.around(with: Implementation()),
    try SpeakingExtension<Puppy>.joinPoints.copied.after { puppy, copy in
      print("  copied", copy.words)
    },
  ]
  for dog in [Dog("Bo"), puppy] {
    print(dog.speak(1))
    print(await dog.speakLater())
    dog.mood = "glad"
    print(dog.show("hello"))
  }
  print(puppy.copied().words)
  try ExtensionRegistry.withTaskAdvice {
    try points.speak.around(.forTask) { dog, times, proceed in proceed(times) + " in a task" }
    try points.speak.around(.forTask, with: Implementation())
    print(puppy.speak(5))
    // Of a task's advice, the older runs first, whether it is by type or by name.
    let named = SpeakingJoinPoints.type(named: String(reflecting: Puppy.self))
    try named.speak.before(.forTask) { print("  by name") }
    try SpeakingExtension<Puppy>.joinPoints.speak.before(.forTask) { print("  by type") }
    try named.speak.before(.forTask) { print("  by name again") }
    print(puppy.speak(6))
  }
  for token in tokens { try token.remove() }
  print(puppy.speak(1), puppy.show("bye"))
}

// MARK: Tasks

/// A task that outlives its scope installs nothing.
func tasks() async {
  let (ended, end) = AsyncStream.makeStream(of: Void.self)
  let task = ExtensionRegistry.withTaskAdvice { Task { await outliving(ended) } }
  end.finish()
  print(await task.value)
}

func outliving(_ ended: AsyncStream<Void>) async -> String {
  for await _ in ended {}
  do {
    try NamesExtension<Named>.joinPoints._stored_.before(.forTask) {}
    return "installed"
  } catch { return "\(error)" }
}

try await generics()
try await existentials()
try names()
print(written(by: Pen()), written(by: Queue()), written(byAny: Pen()), written(byAny: Queue()))
print(Pen().write(), Queue().write())
try await subclasses()
await tasks()
