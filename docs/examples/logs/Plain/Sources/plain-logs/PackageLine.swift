import Synchronization

let lineCount = Atomic(0)

/// A line of `dpkg.log`: date, time, action, package, versions.
struct PackageLine {
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

  func highlighted() -> String {
    switch action {
    case "install": "+ " + text
    case "remove", "purge": "- " + text
    default: "  " + text
    }
  }
}

func redacted(_ line: String) -> String {
  line.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    .map { isNumber($0) ? "***" : Substring($0) }.joined(separator: " ")
}

/// Whether a word begins with a digit and has a dot.
private func isNumber(_ word: Substring.UTF8View) -> Bool {
  guard let first = word.first, (48...57).contains(first) else { return false }
  return word.contains(UInt8(ascii: "."))
}
