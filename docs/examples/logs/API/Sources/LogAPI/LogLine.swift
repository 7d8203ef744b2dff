public import Graft

/// A line of a log.
@Extensible
public protocol LogLine {
  @Required var text: String { get }

  /// The line to print, or nil to leave it out.
  func rendered() -> String?
}

/// A line that says what was done, such as `install`.
public protocol Event {
  var action: Substring { get }
}
