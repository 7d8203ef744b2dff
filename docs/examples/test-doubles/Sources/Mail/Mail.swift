public import Graft

@Extensible
public protocol Mail {
  func send(to address: String) -> String
}

/// What the program does.
@Extension
final class Delivery<Subject: Mail>: MailExtension<Subject> {
  override func send(_ subject: Subject, to address: String) -> String {
    "\(type(of: subject)) is sent to \(address)"
  }
}
