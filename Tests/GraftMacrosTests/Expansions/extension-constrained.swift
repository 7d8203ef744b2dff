import Graft

@Extension(priority: -0x10, typed: true)
final class ShelfGreeting<Guest: API.Greeter & Shelf>: API.GreeterExtension<Guest>
where Guest: Animal, Int == Guest.Item, Guest.Other: Hashable & Codable {
  override func greet(_ subject: Guest, _ other: String) -> String { super.greet(subject, other) }
  override func `default`(_ subject: Guest.Type, `in` count: Int) {}
  override class func applies(to subject: Guest.Type) -> Bool { true }
}

@Extension
final class Numbered<Subject: Greeter & Shelf<Int>>: GreeterExtension<Subject> {
  override func greet(_ subject: Subject) -> String { "Hello" }
}
