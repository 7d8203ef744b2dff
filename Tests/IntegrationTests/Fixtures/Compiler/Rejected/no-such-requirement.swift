// SPDX-License-Identifier: Apache-2.0

import Graft

@Extensible
protocol Greeter {
  func greet(_ other: String) -> String
  mutating func rename(to name: String)
  static func make() -> Int
  func load() async
}

@Extension
final class Greeting<Subject: Greeter>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject, other: String) -> String { "" }  // error: no requirement
  override func rename(_ subject: Subject, to name: String) {}  // error: can change its subject
  override func make(_ subject: Subject) -> Int { 1 }  // error: no requirement with a default
  override func load(_ subject: Subject) {}  // error: the requirement is async
}
