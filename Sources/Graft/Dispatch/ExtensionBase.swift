// SPDX-License-Identifier: Apache-2.0

/// The class `PExtension<Subject>` that `@Extensible` writes for protocol `P`.
public protocol ExtensionBase: ExtensionLink {
  /// The type that the macro writes beside the protocol.
  ///
  /// Its values are the requirements.
  associatedtype _Support: GeneratedCode.ExtensibleSupport

  /// The subject's type, even if it is noncopyable.
  static var subject: Any.Type { get }

  /// Whether the extension applies to a subject that meets its constraints, as `applies(to:)` says.
  static func _applies() -> Bool

  /// The class of the links that run advice.
  static func linkType() -> ExtensionLink.Type
}

extension GeneratedCode {
  /// The enumeration that `@Extensible` writes beside a protocol.
  ///
  /// It has a case for each requirement that dispatches, in the order of their
  /// declaration.
  public protocol ExtensibleSupport: Sendable {
    /// The protocol as a type such as `any Greeter`, for readers of files, if the base
    /// class has no constraint that states it.
    associatedtype _Protocol = Never

    /// The protocol's description, the same object for every subject.
    static func _description() -> ExtensibleProtocol
  }
}

extension GeneratedCode.ExtensibleSupport {
  /// The number of the requirement, which is the case's value in memory.
  var number: Int {
    unsafe withUnsafeBytes(of: self) { bytes in
      bytes.enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
    }
  }
}

extension ExtensionBase {
  /// A requirement of `P` such as `.greet`, for `hasNext(_:)`.
  public typealias Requirement = _Support

  /// The protocol's description, the same object for every subject.
  public static var extensibleProtocol: GeneratedCode.ExtensibleProtocol { _Support._description() }

  /// Whether an extension implements the requirement below this one.
  ///
  /// If not, `super` traps.
  public func hasNext(_ requirement: Requirement) -> Bool {
    successors.hasSuccessor(requirement.number, of: Self.extensibleProtocol.requirements.count)
  }
}
