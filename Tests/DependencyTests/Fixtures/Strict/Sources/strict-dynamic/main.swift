// SPDX-License-Identifier: Apache-2.0

// Of the library that plug-ins share.

import Graft

@Extensible
protocol Greeter {
  var name: String { get }
  func greet() -> String
}

@Extension
final class Greeting<Subject: Greeter>: GreeterExtension<Subject> {
  override func name(_ subject: Subject) -> String { "Ann" }
  override func greet(_ subject: Subject) -> String { "Hello, \(subject.name)" }
}

struct Person: Greeter {}

let greeter: any Greeter = Person()
let token = try GreeterExtension<Person>.joinPoints.greet.around { _, proceed in proceed() + "!" }
print(greeter.greet())
_ = try token.remove()
print(greeter.greet())
