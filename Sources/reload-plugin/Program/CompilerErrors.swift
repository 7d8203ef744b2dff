// SPDX-License-Identifier: Apache-2.0

/// The errors that the compiler printed, and its warnings about calls that have no
/// meaning any more.
struct CompilerErrors {
  struct CompilerError {
    let path: String
    let line: Int
    /// The line and the column.
    let place: String
    let message: String
  }

  private(set) var errors: [CompilerError] = []

  init(in output: String) {
    // An error in the expansion of a macro is where the macro is used.
    var inExpansion: String?
    for line in output.split(separator: "\n") {
      guard let error = Self.parse(line, "error") ?? Self.parse(line, "warning") else {
        if let message = inExpansion, line.contains("note: in expansion of macro"),
          let note = Self.parse(line, "note")
        {
          errors.append(
            CompilerError(
              path: note.path, line: note.line, place: note.place, message: message))
          inExpansion = nil
        }
        continue
      }
      if line.contains("warning: ") {
        // The compiler names the warning's group after it.
        guard error.message.contains(": \(CallForm.gone)") else { continue }
        let subject = error.message.split(separator: " is deprecated").first ?? ""
        errors.append(
          CompilerError(
            path: error.path, line: error.line, place: error.place, message: subject + " is gone"))
      } else if error.path.contains("@__swiftmacro") {
        inExpansion = error.message
      } else {
        errors.append(error)
      }
    }
  }

  /// Parses `path:line:column: kind: message`.
  private static func parse(_ line: Substring, _ kind: String) -> CompilerError? {
    guard let mark = line.firstRange(of: ": \(kind): ") else { return nil }
    var parts = line[..<mark.lowerBound].split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count >= 3, let column = parts.popLast().flatMap({ Int($0) }),
      let number = parts.popLast().flatMap({ Int($0) })
    else { return nil }
    return CompilerError(
      path: parts.joined(separator: ":"), line: number, place: "\(number):\(column)",
      message: String(line[mark.upperBound...]))
  }
}
