// SPDX-License-Identifier: Apache-2.0

@testable import Graft
import Testing

@Extensible
protocol Poll {
  static var votes: [String] { get }
}

enum Hall: Poll {}

@Extension
final class FirstVoter<Subject: Poll>: PollExtension<Subject> {
  override func votes(_ subject: Subject.Type) -> [String] { ["first"] }
}

/// A call could not choose between the two.
@Extension
final class SecondVoter<Subject: Poll>: PollExtension<Subject> {
  override func votes(_ subject: Subject.Type) -> [String] { ["second"] }
}

@Suite("A protocol whose requirements are only collected")
struct CollectedProtocolTests {
  @Test("has no subject in use, which a plug-in could take into a conflict")
  func notInUse() {
    let store = Registry()
    let list = Implementations<PollExtension<Hall>>(
      store.implementations(of: 0, for: PollExtension<Hall>.self))
    #expect(list.all { $0.votes(Hall.self) } == [["first"], ["second"]])
    #expect(store.withState { $0.published.subjects }.isEmpty)
    // As soon as it is called, there is one.
    _ = store.heads(of: PollExtension<Hall>.self)
    #expect(store.withState { $0.published.subjects }.count == 1)
  }
}
