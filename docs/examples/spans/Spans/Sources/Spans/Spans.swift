import Graft

/// Writes a span for each call of an extensible protocol.
@Advice(protocols: "*")
final class Spans: AroundPointcut {
  override func around(_ call: RunningCall, _ proceed: Proceed) throws {
    let span = Span(call)
    do { try Span.$current.withValue(span, operation: proceed) } catch {
      span.end(error)
      throw error
    }
    span.end()
  }

  override func around(_ call: RunningCall, _ proceed: AsyncProceed) async throws {
    let span = Span(call)
    do { try await Span.$current.withValue(span, operation: proceed) } catch {
      span.end(error)
      throw error
    }
    span.end()
  }
}
