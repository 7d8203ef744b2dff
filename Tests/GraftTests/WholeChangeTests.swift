// SPDX-License-Identifier: Apache-2.0

import Graft
import Synchronization
import Testing

@Extensible
protocol Parcel {
  func weight() -> Int
}

@Extension
final class Light<Subject: Parcel>: ParcelExtension<Subject> {
  override func weight(_: Subject) -> Int { 1 }
}

@Extension(priority: 1)
final class Heavy<Subject: Parcel>: ParcelExtension<Subject> {
  override func weight(_: Subject) -> Int { 2 }
}

private struct First: Parcel {}
private struct Packed<Content>: Parcel {}
private struct Last: Parcel {}

@Suite("Changes of several types")
struct WholeChangeTests {
  /// Odd while a change is under way: 1 for a block, 3 for its end, and so on.
  private static let moment = Atomic(0)
  private static let isOver = Atomic(false)
  private static let wrong = Atomic(0)

  /// Calls packed parcels of so many types.
  private static func call<Content>(_ count: Int, _: Content.Type) {
    #expect(Packed<Content>().weight() == 2)
    if count > 0 { call(count - 1, Packed<Content>.self) }
  }

  @Test("After a call has seen a change, no call on another type sees the state before")
  func whole() {
    #expect(First().weight() == 2)
    Self.call(30, Int.self)
    #expect(Last().weight() == 2)
    let done = Semaphore()
    onAnotherThread {
      while !Self.isOver.load(ordering: .sequentiallyConsistent) {
        let begin = Self.moment.load(ordering: .sequentiallyConsistent)
        let (first, last) = (First().weight(), Last().weight())
        let end = Self.moment.load(ordering: .sequentiallyConsistent)
        let new = begin % 4 == 1 ? 1 : 2
        if begin == end, begin % 2 == 1, first == new, last != new {
          Self.wrong.add(1, ordering: .relaxed)
        }
      }
      done.signal()
    }
    for _ in 0..<100 {
      Self.moment.add(1, ordering: .sequentiallyConsistent)
      ExtensionRegistry.block("GraftTests.Heavy")
      Self.moment.add(1, ordering: .sequentiallyConsistent)
      Self.moment.add(1, ordering: .sequentiallyConsistent)
      _ = try? ExtensionRegistry.unblock("GraftTests.Heavy")
      Self.moment.add(1, ordering: .sequentiallyConsistent)
    }
    Self.isOver.store(true, ordering: .sequentiallyConsistent)
    done.wait()
    #expect(Self.wrong.load(ordering: .relaxed) == 0)
  }
}
