public import Graft

/// What a client can ask to be encoded.
@Extensible
public protocol Payload {
  @Required var text: String { get }

  /// Nil if no codec knows the format.
  func encoded(as format: String) -> String?
}
