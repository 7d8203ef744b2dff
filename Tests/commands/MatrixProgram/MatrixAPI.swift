public import Graft

/// A requirement for each file that implements it, and one in which all have a part.
@Extensible
public protocol Place {
  func executable() -> String
  func library() -> String
  func archive() -> String
  func plugin() -> String
  func all() -> String
}

public protocol Named {
  var name: String { get }
}
