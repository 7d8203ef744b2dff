import Graft
import LogAPI

@Plugin(name: "Redact", version: "1.1")
enum RedactPlugin {}

/// Hides versions and addresses behind their first dot, in whatever the other plug-ins make of
/// a line.
@Extension(priority: 1)
final class Redaction<Subject: LogLine>: LogLineExtension<Subject> {
  override func rendered(_ subject: Subject) -> String? {
    super.rendered(subject).map { line in
      line.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        .map { isNumber($0) ? shortened($0) : Substring($0) }.joined(separator: " ")
    }
  }
}

private func shortened(_ word: Substring.UTF8View) -> Substring {
  Substring(word.prefix { $0 != UInt8(ascii: ".") }) + ".***"
}

/// Whether a word begins with a digit and has a dot.
private func isNumber(_ word: Substring.UTF8View) -> Bool {
  guard let first = word.first, (48...57).contains(first) else { return false }
  return word.contains(UInt8(ascii: "."))
}
