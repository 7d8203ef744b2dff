// SPDX-License-Identifier: Apache-2.0

import CourierProtocols
import GraftCourier
import Synchronization
import Testing

/// Answers only when as many calls as `party` are under way.
private final class Meeting: Sendable {
  let party: Int
  let present = Atomic<Int>(0)

  init(_ party: Int) { self.party = party }

  func attend() async throws {
    present.wrappingAdd(1, ordering: .relaxed)
    while present.load(ordering: .relaxed) < party {
      try Task.checkCancellation()
      try await Task.sleep(for: .milliseconds(1))
    }
  }
}

private final class Worker: Loader {
  let number: Int
  let meeting: Meeting
  let refuses: Bool

  init(_ number: Int, _ meeting: Meeting, refuses: Bool = false) {
    (self.number, self.meeting, self.refuses) = (number, meeting, refuses)
  }

  func load(_ name: String) async throws -> String {
    try await meeting.attend()
    if refuses { throw Refusal(reason: "\(number)") }
    // The last ones return first.
    try await Task.sleep(for: .milliseconds(20 - number))
    return "\(name)\(number)"
  }

  func count(_ name: String) async throws(Refusal) -> Int {
    if refuses { throw Refusal(reason: "\(number)") }
    return number
  }

  func ping() async { meeting.present.wrappingAdd(1, ordering: .relaxed) }
}

@Suite("Asynchronous calls, and threads")
struct ConcurrencyTests {
  @Test("One receiver after the other")
  func inOrder() async throws {
    let log = Log()
    let courier = try KindsCourier(Sage("a", log), Sage("b", log))
    #expect(await courier.wait("?") == "b ?")
    #expect(log.lines == ["a begins", "a ends", "b begins", "b ends"])
  }

  private func couriers(_ workers: [Worker], _ policy: CourierPolicy = CourierPolicy()) throws
    -> LoaderCourier
  {
    let courier = LoaderCourier(policy)
    for worker in workers { try courier.receivers.add(worker, .strongly) }
    return courier
  }

  @Test("All at the same time, with the results in the receivers' order")
  func concurrent() async throws {
    let meeting = Meeting(8)
    let courier = try couriers((0..<8).map { Worker($0, meeting) })
    courier.receivers.setPolicy(.reduced { $0 + " " + $1 }, for: LoaderCourier.load)
    #expect(try await courier.load("f") == "f0 f1 f2 f3 f4 f5 f6 f7")
    courier.receivers.setPolicy(.first, for: LoaderCourier.count)
    #expect(try await courier.count("") == 0)
    await courier.ping()
    #expect(meeting.present.load(ordering: .relaxed) == 16)
  }

  @Test("The first error cancels the others")
  func cancels() async throws {
    let never = Meeting(100)
    let courier = try couriers([
      Worker(0, never), Worker(1, Meeting(0), refuses: true), Worker(2, never),
    ])
    await #expect(throws: Refusal(reason: "1")) { try await courier.load("") }
  }

  @Test("Or errors are collected, in the receivers' order")
  func collects() async throws {
    let workers = [true, false, true].enumerated().map { Worker($0, Meeting(0), refuses: $1) }
    let courier = try couriers(workers, CourierPolicy(errors: .collect))
    let failures = await #expect(throws: ReceiverFailures.self) { try await courier.load("") }
    #expect(failures?.errors as? [Refusal] == ["0", "2"].map { Refusal(reason: $0) })
    await #expect(throws: Refusal(reason: "0")) { try await courier.count("") }
    await #expect(throws: CourierError.self) { try await LoaderCourier().load("") }
  }

  @Test("A call that waits keeps its receivers, and others go on")
  func suspended() async throws {
    let meeting = Meeting(2)
    let courier = try couriers([Worker(1, meeting)])
    async let result = courier.load("f")
    while meeting.present.load(ordering: .relaxed) == 0 { await Task.yield() }
    courier.receivers.removeAll()
    meeting.present.wrappingAdd(1, ordering: .relaxed)
    #expect(try await result == "f1")
    await courier.ping()
  }

  @Test("A courier can be shared between threads where its protocol says so")
  func sendable() {
    func isSendable(_: some Sendable) {}
    isSendable(LoaderCourier())
    isSendable(LoaderCourier().receivers)
  }
}
