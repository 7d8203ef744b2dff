import CodecAPI
import Graft

/// A line of a client. It has no code for any format.
struct Line: Payload {
  let text: String
}

/// The format that is always there, and the end of every chain.
@Extension
final class Plain<Subject: Payload>: PayloadExtension<Subject> {
  override func encoded(_ subject: Subject, as format: String) -> String? {
    format == "plain" ? subject.text : nil
  }
}
