import Glibc
import Graft

/// A trace as chrome://tracing and https://ui.perfetto.dev read it: a JSON array of
/// events. `TRACE_FILE` names it.
final class TraceFile: Sendable {
  static let shared = TraceFile(path: getenv("TRACE_FILE").map { String(cString: $0) })

  // stdio has a lock of its own, and each event is one call of it.
  nonisolated(unsafe) private let file: UnsafeMutablePointer<FILE>

  private init(path: String?) {
    let path = path ?? "trace.json"
    guard let file = fopen(path, "w") else {
      fatalError("\(path): \(String(cString: strerror(errno)))")
    }
    self.file = file
    // What stands before the first comma: the process.
    fputs("[\n{\"name\": \"process_name\", \"ph\": \"M\", \"pid\": \(getpid())", file)
    fputs(", \"args\": {\"name\": \(Self.quoted(CommandLine.arguments[0]))}}", file)
    atexit { fputs("\n]\n", TraceFile.shared.file) }
  }

  enum Phase: String {
    case begin = "b"
    case end = "e"
  }

  func add(_ phase: Phase, of call: AdvisedCall, _ details: [String: String]) {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    // In microseconds.
    let now = Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    let name = Self.quoted("\(call.protocolName).\(call.requirement)")
    let details = details.map { "\(Self.quoted($0)): \(Self.quoted($1))" }.joined(separator: ", ")
    // In capitals they are paired on their thread, else by their id, whichever threads
    // they are on.
    let kind =
      call.isAsync
      ? "\"\(phase.rawValue)\", \"cat\": \"async\", \"id\": \"\(call.id)\""
      : "\"\(phase.rawValue.uppercased())\""
    fputs(
      ",\n{\"name\": \(name), \"ph\": \(kind), \"pid\": \(getpid()), "
        + "\"tid\": \(pthread_self()), \"ts\": \(now), \"args\": {\(details)}}",
      file)
  }

  /// As a JSON string.
  private static func quoted(_ text: String) -> String {
    let characters = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case ..<" ": "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: String(scalar)
      }
    }
    return "\"\(characters.joined())\""
  }
}
