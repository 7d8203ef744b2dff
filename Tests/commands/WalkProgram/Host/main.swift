// SPDX-License-Identifier: Apache-2.0

import API
import Graft

@Extension
final class Polite<Subject: Greeter>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject, _ other: String) -> String { "Hello, \(other)" }
}

@inline(never)
func firstCall() -> String {
  let greeter: any Greeter = Dog()
  return greeter.greet("you")
}

@inline(never)
func load(_ path: String) throws { _ = try ExtensionImage.load(path) }

@inline(never)
func around() throws {
  try GreeterExtension<Dog>.joinPoints.greet.around { dog, other, proceed in proceed(other) }
}

print(firstCall())
switch CommandLine.arguments[1] {
case "load": try load(CommandLine.arguments[2])
case "around": try around()
default: break
}
print(firstCall())
