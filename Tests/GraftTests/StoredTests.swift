// SPDX-License-Identifier: Apache-2.0

import Graft
import Synchronization
import Testing

@Extensible
protocol Document: AnyObject {
  var title: String { get set }
}

private let titles = Stored("untitled")

@Extension
final class Titled<Subject: Document>: DocumentExtension<Subject> {
  override func title(_ subject: Subject) -> String { titles[subject] }
  override func setTitle(_ subject: Subject, _ newValue: String) { titles[subject] = newValue }
}

class Letter: Document {}
final class Draft: Letter {}

/// Counts what is alive.
private final class Counted: Sendable {
  static let alive = Atomic(0)
  init() { Self.alive.add(1, ordering: .relaxed) }
  deinit { Self.alive.subtract(1, ordering: .relaxed) }
}

@Suite("A stored value", .serialized)
struct StoredTests {
  @Test("Is each object's own, and the initial one until it is set")
  func own() {
    let (first, second) = (Letter(), Draft())
    #expect(first.title == "untitled")
    first.title = "first"
    second.title = "second"
    first.title += "!"
    #expect(first.title == "first!")
    #expect(second.title == "second")
    #expect((second as Letter).title == "second")
    titles.remove(from: first)
    #expect(first.title == "untitled")
  }

  @Test("Stays when links are made anew")
  func relinked() throws {
    let letter = Letter()
    letter.title = "kept"
    ExtensionRegistry.block("GraftTests.Titled")
    try ExtensionRegistry.unblock("GraftTests.Titled")
    #expect(letter.title == "kept")
  }

  @Test("Many objects have theirs, and a new object at an old address has none")
  func many() {
    let numbers = Stored(-1)
    for round in 0..<3 {
      let objects = (0..<5_000).map { _ in Letter() }
      #expect(objects.allSatisfy { numbers[$0] == -1 })
      for (index, object) in objects.enumerated() { numbers[object] = round * 10_000 + index }
      #expect(objects.enumerated().allSatisfy { numbers[$1] == round * 10_000 + $0 })
    }
  }

  @Test("Later changes release the values of gone objects, and the table all of them")
  func release() {
    var values: Stored<Counted?>? = Stored(nil)
    let kept = Letter()
    for _ in 0..<1_000 { values![Letter()] = Counted() }
    for _ in 0..<5_000 { values![kept] = nil }
    #expect(Counted.alive.load(ordering: .relaxed) == 0)
    values![kept] = Counted()
    #expect(Counted.alive.load(ordering: .relaxed) == 1)
    values = nil
    #expect(Counted.alive.load(ordering: .relaxed) == 0)
  }

  @Test("An object whose end changes the table goes without a deadlock")
  func deinitialiser() {
    final class Last: Document {
      deinit { titles[Letter()] = "gone" }
    }
    for _ in 0..<200 { Last().title = "last" }
    #expect(Letter().title == "untitled")
  }

  @Test("Threads read and change at the same time")
  func threads() async {
    let numbers = Stored([Int]())
    final class Box: Sendable {}
    let shared = (0..<16).map { _ in Box() }
    await withTaskGroup(of: Bool.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for step in 0..<5_000 {
            let box = shared[step % 16]
            if step % 4 == thread { numbers[box] = [step, step] }
            let read = numbers[box]
            if !(read.isEmpty || read[0] == read[1]) { return false }
            numbers[Box()] = [thread, thread]
          }
          return true
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test("Four threads change a value in one step, and lose none")
  func updates() async throws {
    let counts = Stored(0)
    final class Box: Sendable {}
    let shared = (0..<2).map { _ in Box() }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { for step in 0..<5_000 { counts.update(shared[step % 2]) { $0 += 1 } } }
      }
    }
    #expect(shared.map { counts[$0] } == [10_000, 10_000])
    // The closure's result and its error are the caller's.
    #expect(
      counts.update(shared[0]) {
        $0 = 3; return "three"
      } == "three")
    #expect(throws: CancellationError.self) {
      try counts.update(shared[0]) { value in
        value = 4
        throw CancellationError()
      }
    }
    #expect(counts[shared[0]] == 3)
  }

  @Test("An update may change other values, of its own table too")
  func nestedUpdates() {
    let counts = Stored(0)
    let (one, other) = (Letter(), Letter())
    counts.update(one) { value in
      value += 1
      counts.update(other) { $0 += 2 }
    }
    #expect(counts[one] == 1)
    #expect(counts[other] == 2)
  }

  @Test("An object whose deinitialiser runs has the initial value, whatever it sets")
  func inDeinitialiser() {
    final class Logged: Document {
      static let ends = Mutex<[String]>([])
      deinit {
        let first = title
        title += "!"
        Self.ends.withLock { [title] in $0 += [first, title] }
        #expect(
          titles.update(self) { value in
            value += "?"
            return value
          } == "untitled?")
      }
    }
    for name in ["one", "two"] { Logged().title = name }
    #expect(Logged.ends.withLock { $0 } == Array(repeating: "untitled", count: 4))
  }
}
