// SPDX-License-Identifier: Apache-2.0

/// The reason why an extension is not in a chain.
public indirect enum ExclusionReason: Equatable, Sendable {
  /// The subject does not meet this constraint, or these together.
  case constraint(String)
  /// The extension's constraints hold on this global actor only, by an isolated
  /// conformance, and the requirement can be called elsewhere.
  case isolated(actor: String)
  /// The extension's `applies(to:)` returned false.
  case predicate
  /// The extension extends another protocol of the same name.
  case otherProtocol
  /// The extension was compiled against another version of the protocol.
  case shape
  /// The extension's image has its own Swift runtime.
  case runtime
  /// The accessor gave no answer.
  case unanswered
  /// `withdraw()` took its image out.
  case withdrawn
  /// A newer build of its image counts.
  case superseded(by: String)
  /// `rollBack()` took its image back.
  case rolledBack
  /// Its image was not accepted.
  case refused
  /// The extension is blocked by `block(_:)` or `GRAFT_BLOCK`.
  case blocked
  /// The same extension in another image counts.
  case duplicate(of: ExtensionImage)
  /// The extension is in a conflict with these: none comes first.
  case conflict(with: [String])
  /// The extension comes after a conflict, but not below every extension in it.
  case belowConflict(of: [String])
}

extension ExclusionReason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .constraint(let text): "the subject does not meet \(text)"
    case .isolated(let actor):
      "the subject meets its constraints on \(actor) only, which the requirement is not isolated to"
    case .predicate: "applies(to:) says no"
    case .otherProtocol: "it extends another protocol of this name"
    case .shape: "it was compiled against another version of the protocol"
    case .runtime: "its image has another Swift runtime: link it without -static-stdlib"
    case .unanswered: "its accessor gave no answer"
    case .withdrawn: "its image is withdrawn"
    case .superseded(let path): "its image is superseded by \(path)"
    case .rolledBack: "its image was rolled back"
    case .refused: "its image was refused"
    case .blocked: "it is blocked"
    case .duplicate(let image): "\(image.fileName) brings the same extension"
    case .conflict(let others): "conflict with \(others.joined(separator: ", "))"
    case .belowConflict(let others):
      "it does not rank below all of those in conflict: \(others.joined(separator: ", "))"
    }
  }
}
