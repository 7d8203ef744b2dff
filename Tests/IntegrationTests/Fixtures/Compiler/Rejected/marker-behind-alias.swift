// SPDX-License-Identifier: Apache-2.0

import Graft

protocol Named { var name: String { get } }
typealias Shared = Named & Sendable

@Extensible
protocol Greeter { func greet() -> String }

@Extension
final class X<Subject: Greeter & Shared>: GreeterExtension<Subject> {  // error: stands for
  override func greet(_ subject: Subject) -> String { subject.name }
}
