public import Graft

@Extensible
public protocol Mail {
  @Required var text: String { get }

  func send(to address: String) async throws -> Int
  static func postage() -> Int
}

public struct Undeliverable: Error {
  public init() {}
}

/// What the program does.
@Extension
final class Delivery<Subject: Mail>: MailExtension<Subject> {
  override func send(_ subject: Subject, to address: String) async throws -> Int {
    guard address.contains("@") else { throw Undeliverable() }
    return subject.text.count * Subject.postage()
  }

  override func postage(_ subject: Subject.Type) -> Int { 2 }
}
