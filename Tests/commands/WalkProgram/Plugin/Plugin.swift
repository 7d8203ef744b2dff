// SPDX-License-Identifier: Apache-2.0

import API
import Graft

@Extension(priority: 1)
public final class Rude<Subject: Greeter>: GreeterExtension<Subject> {
  override public func greet(_ subject: Subject, _ other: String) -> String { "You, \(other)" }
}
