public import Graft

/// Where the entries of a program go.
@Extensible
public protocol Sink {
  func write(_ entry: Entry)
  /// What a sink had before there were entries.
  @available(*, deprecated, renamed: "write(_:)")
  func write(_ text: String, level: Int)
  /// The newest: sinks that are older than this do nothing.
  func flush()
  @Required var name: String { get }
}

@Default
extension Sink where Self: Graft::AuthorDefault {
  public func write(_ entry: Entry) { write(entry.text, level: entry.level) }

  @available(*, deprecated, renamed: "write(_:)")
  public func write(_ text: String, level: Int) { write(Entry(text, level: level)) }

  public func flush() {}
}

extension Sink {
  /// No requirement: it stays in an extension without the attribute.
  public func warn(_ text: String) { write(Entry(text, level: 2)) }
}
