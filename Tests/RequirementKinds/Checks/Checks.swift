// SPDX-License-Identifier: Apache-2.0

import RequirementProtocols

/// Calls every requirement of every protocol on subjects that implement none, and
/// returns what was not answered as the extensions would.
@MainActor
public func failedRequirementChecks() async -> [String] {
  var checks = Checks()
  await checks.methods(directly: MethodsSubject())
  await checks.methods(generically: MethodsSubject())
  await checks.methods(through: MethodsSubject())
  await checks.members(directly: MembersSubject(level: 4))
  await checks.members(generically: MembersSubject(level: 4))
  await checks.members(through: MembersSubject(level: 4))
  checks.shelves()
  checks.refined()
  checks.holders()
  checks.herds()
  await checks.actors()
  checks.panels()
  checks.resources()
  checks.overloads()
  return checks.failures
}

/// Collects what is not as expected.
struct Checks {
  private(set) var failures: [String] = []

  mutating func equal<Value: Equatable>(
    _ found: Value, _ expected: Value, file: StaticString = #fileID, line: Int = #line
  ) {
    if found != expected { failures.append("\(file):\(line): \(found) is not \(expected)") }
  }

  /// The optimiser of Swift 6.3.1 fails where a property of what can't be copied is read
  /// through `any P`, and where such a value comes from `try?`.
  func number(of ticket: borrowing Ticket) -> Int { ticket.number }

  mutating func ticket(
    _ expected: Int, file: StaticString = #fileID, line: Int = #line, _ body: () throws -> Ticket
  ) {
    do {
      let ticket = try body()
      equal(ticket.number, expected, file: file, line: line)
    } catch {
      failures.append("\(file):\(line): \(error)")
    }
  }

  mutating func throwing<Failure: Error & Equatable>(
    _ expected: Failure, file: StaticString = #fileID, line: Int = #line, _ body: () throws -> Void
  ) {
    do {
      try body()
      failures.append("\(file):\(line): nothing was thrown")
    } catch {
      if error as? Failure != expected { failures.append("\(file):\(line): \(error) was thrown") }
    }
  }
}
