/// Older than entries, and never changed since.
public struct ConsoleSink: Sink {
  public let name = "console"

  public init() {}

  public func write(_ text: String, level: Int) { print("\(level) \(text)") }
}
