import Foundation

/// OpenTelemetry's OTLP/JSON in a file, an object on each line, as a collector's `otlpjsonfile`
/// receiver reads it. `SPANS_FILE` names the file.
enum OTLP {
  struct Line: Encodable {
    let resourceSpans: [ResourceSpans]
  }

  struct ResourceSpans: Encodable {
    let resource: Resource
    let scopeSpans: [ScopeSpans]
  }

  struct Resource: Encodable {
    let attributes: [Attribute]
  }

  struct ScopeSpans: Encodable {
    struct Scope: Encodable {
      let name: String
    }
    let scope: Scope
    let spans: [Span]
  }

  struct Span: Encodable {
    let traceId: String
    let spanId: String
    let parentSpanId: String?
    let name: String
    let kind: Int
    let startTimeUnixNano: String
    let endTimeUnixNano: String
    let attributes: [Attribute]
    let status: Status?
  }

  struct Status: Encodable {
    let code: Int
    let message: String
  }

  struct Attribute: Encodable {
    struct Value: Encodable {
      let stringValue: String
    }
    let key: String
    let value: Value

    init(_ key: String, _ value: String) {
      (self.key, self.value) = (key, Value(stringValue: value))
    }
  }

  // stdio has a lock of its own, and each line is one call of it.
  nonisolated(unsafe) private static let file: UnsafeMutablePointer<FILE> = {
    let path = ProcessInfo.processInfo.environment["SPANS_FILE"] ?? "spans.json"
    guard let file = fopen(path, "w") else {
      fatalError("\(path): \(String(cString: strerror(errno)))")
    }
    return file
  }()

  private static let resource = Resource(attributes: [
    Attribute("service.name", URL(filePath: CommandLine.arguments[0]).lastPathComponent)
  ])

  static func write(_ span: Span) {
    let scope = ScopeSpans(scope: ScopeSpans.Scope(name: "graft"), spans: [span])
    let line = Line(resourceSpans: [ResourceSpans(resource: resource, scopeSpans: [scope])])
    guard let data = try? JSONEncoder().encode(line) else { return }
    fputs(String(decoding: data, as: UTF8.self) + "\n", file)
    fflush(file)
  }
}
