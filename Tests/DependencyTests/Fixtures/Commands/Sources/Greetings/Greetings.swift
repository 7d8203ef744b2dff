// SPDX-License-Identifier: Apache-2.0

public import Graft

@Extensible
public protocol Greeter {
  func greet(_ other: String) -> String
}

public protocol Named {
  var name: String { get }
}

@Extension
final class PlainGreeting<Subject: Greeter>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject, _ other: String) -> String { "Hello, \(other)" }
}

@Extension(shim: "named_greeting")
final class NamedGreeting<Subject: Greeter & Named>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject, _ other: String) -> String {
    super.greet(subject, other) + ", I am \(subject.name)"
  }
}
