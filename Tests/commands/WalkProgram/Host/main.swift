// SPDX-License-Identifier: Apache-2.0

import API
import Graft

@Extension
final class Polite<Subject: Greeter>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject, _ other: String) -> String { "Hello, \(other)" }
}

@Extension
final class ByName<Subject: Greeter & Named>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject, _ other: String) -> String {
    "\(subject.name): \(super.greet(subject, other))"
  }
}

@inline(never)
func firstCall() -> String {
  let greeter: any Greeter = Dog()
  return greeter.greet("you")
}

@inline(never)
func laterCall() -> String {
  let greeter: any Greeter = Cat()
  return greeter.greet("you")
}

@inline(never)
func load(_ path: String) throws { _ = try ExtensionImage.load(path) }

@inline(never)
func around() throws -> String {
  try GreeterExtension<Dog>.joinPoints.greet.around { dog, other, proceed in proceed(other) }
  return firstCall()
}

print(firstCall(), laterCall())
switch CommandLine.arguments[1] {
case "load": try load(CommandLine.arguments[2])
case "around": print(try around())
default: break
}
print(firstCall())
