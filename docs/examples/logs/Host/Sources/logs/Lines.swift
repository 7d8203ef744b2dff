import Graft
import LogAPI

/// A line of any log.
struct PlainLine: LogLine {
  let text: String
}

/// A line of `dpkg.log`: date, time, action, package, versions.
struct PackageLine: LogLine, Event {
  let text: String

  /// Nil if the line has another format.
  init?(_ text: String) {
    let bytes = text.utf8
    guard bytes.count > 20, bytes.dropFirst(4).first == UInt8(ascii: "-"),
      bytes.dropFirst(13).first == UInt8(ascii: ":")
    else { return nil }
    self.text = text
  }

  var action: Substring {
    let rest = text.utf8.dropFirst(20)
    return Substring(rest.prefix { $0 != UInt8(ascii: " ") })
  }
}

/// The end of every chain: the line as it was read.
@Extension
final class Verbatim<Subject: LogLine>: LogLineExtension<Subject> {
  override func rendered(_ subject: Subject) -> String? { subject.text }
}
