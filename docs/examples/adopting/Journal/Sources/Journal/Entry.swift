/// One line of a journal.
public struct Entry: Sendable {
  public let text: String
  public let level: Int

  public init(_ text: String, level: Int = 1) {
    self.text = text
    self.level = level
  }
}
