// SPDX-License-Identifier: Apache-2.0

import Graft
import Greetings

@Extension(priority: 10)
final class HolidayGreeting<Subject: Greeter>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject, _ other: String) -> String { "Merry, \(other)" }
}
