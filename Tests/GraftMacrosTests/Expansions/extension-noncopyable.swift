import Graft

@Extension
final class Plain<Subject>: ResourceExtension<Subject> where Subject: Resource & ~Copyable {
  override func peek(_ subject: borrowing Subject) -> Int { 1 }
}
