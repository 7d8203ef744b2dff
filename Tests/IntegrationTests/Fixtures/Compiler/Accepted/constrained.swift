// SPDX-License-Identifier: Apache-2.0

import Graft

@Extensible
protocol Player {
  associatedtype Item
  func load(_ item: Item) async -> Int
  func play() -> String
}
protocol Named { var name: String { get } }
class Machine {}

@Extension
final class OfNamed<Subject: Player & Named>: PlayerExtension<Subject> where Subject.Item == Int {
  override func load(_ subject: Subject, _ item: Int) async -> Int { item }
  override func play(_ subject: Subject) -> String { super.play(subject) + subject.name }
}

@Extension(priority: 1)
final class OfMachine<Subject: Player & Machine>: PlayerExtension<Subject> {
  override class func applies(to subject: Subject.Type) -> Bool { true }
  override func play(_ subject: Subject) -> String { "\(subject)" }
}

@Advice
final class Logging<Subject: Player & Named>: PlayerExtension<Subject> {
  override func play(_ subject: Subject) -> String { super.play(subject) }
}

@Extensible
protocol Resource: ~Copyable { func close() }

@Extension
final class Closing<Subject: Resource & ~Copyable>: ResourceExtension<Subject> {
  override func close(_ subject: borrowing Subject) {}
}
