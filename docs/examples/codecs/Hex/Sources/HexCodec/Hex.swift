import CodecAPI
import Graft

/// Knows one format more, and leaves the others to what is below.
@Extension(priority: 1)
final class Hex<Subject: Payload>: PayloadExtension<Subject> {
  override func encoded(_ subject: Subject, as format: String) -> String? {
    guard format == "hex" else { return super.encoded(subject, as: format) }
    return subject.text.utf8.map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
