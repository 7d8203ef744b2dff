@Extensible
protocol Tracer {
  associatedtype Span
  func start<Time: Clock>(_ name: String, at time: Time) -> Self.Span
  func stop<Time, Other>(_ time: Time, _ other: Other) where Time: Clock, Other: Sequence<Time>
  func pause() async
  func other<Time: Clock>(_ time: Time)
}

extension Tracer {
  func start(_ name: String, at time: some Clock) -> Span { fatalError() }
  func stop<Moment: Clock>(_ time: Moment, _ other: some Sequence<Moment>) {}
  func pause() {}
  func other<Time>(_ time: Time) {}
}
