import Foundation
import Graft

/// A call, from its beginning.
final class Span: Sendable {
  /// The span of the call that makes the next one, on whichever thread.
  @TaskLocal static var current: Span?

  /// The requirements whose arguments are written, separated by commas.
  private static let shown = Set(
    (ProcessInfo.processInfo.environment["SPANS_ARGUMENTS"] ?? "").split(separator: ",")
      .map(String.init))

  private let traceID: String
  private let id = randomID(bytes: 8)
  private let parentID: String?
  private let name: String
  private let attributes: [OTLP.Attribute]
  private let start = Span.now()

  init(_ call: RunningCall) {
    let parent = Span.current
    traceID = parent?.traceID ?? randomID(bytes: 16)
    parentID = parent?.id
    name = "\(call.protocolName).\(call.requirement)"
    let isShown = Self.shown.contains(call.requirement.text)
    let arguments = isShown ? call.arguments : []
    attributes =
      [
        OTLP.Attribute("code.function.name", name),
        OTLP.Attribute("graft.subject", "\(call.subject)"),
      ]
      + (call.implementation.map { [OTLP.Attribute("graft.extension", $0.name)] } ?? [])
      + arguments.map { argument in
        let value = argument.value.map { "\($0)" } ?? argument.absence ?? ""
        return OTLP.Attribute("argument.\(argument.name)", value)
      }
  }

  func end(_ error: (any Error)? = nil) {
    OTLP.write(
      OTLP.Span(
        traceId: traceID, spanId: id, parentSpanId: parentID, name: name, kind: 1,
        startTimeUnixNano: "\(start)", endTimeUnixNano: "\(Span.now())", attributes: attributes,
        status: error.map { OTLP.Status(code: 2, message: "\($0)") }))
  }

  private static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

private func randomID(bytes count: Int) -> String {
  let bytes = (0..<count).map { _ in UInt8.random(in: 1...255) }
  return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
