// SPDX-License-Identifier: Apache-2.0

import Graft

protocol Named { var name: String { get } }
typealias SharedNamed = Named & Sendable

@Extensible
protocol Greeter { func greet() -> String }

@Extension
final class ByName<Subject: Greeter & SharedNamed>: GreeterExtension<Subject> {  // error: can't be checked at run time
  override func greet(_ subject: Subject) -> String { subject.name }
}
