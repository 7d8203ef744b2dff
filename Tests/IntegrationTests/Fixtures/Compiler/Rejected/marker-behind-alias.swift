// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
import Graft

protocol Named { var name: String { get } }
typealias Shared = Named & Sendable

@Extensible
protocol Greeter { func greet() -> String }

@Extension
final class X<Subject: Greeter & Shared>: GreeterExtension<Subject> {  // error: marker protocol 'Sendable' cannot be used
  override func greet(_ subject: Subject) -> String { subject.name }
}

@Extensible
protocol Shelf { associatedtype Item; func put() }

@Extension
final class Y<Subject: Shelf>: ShelfExtension<Subject> where Subject.Item: Shared {  // error: conditional conformance
  override func put(_ subject: Subject) {}
}
