// SPDX-License-Identifier: Apache-2.0

/// Which subjects the join points of a protocol are for.
public final class _JoinPointScope: @unchecked Sendable {
  let extended: _ExtensibleProtocol
  let scope: AdviceScope
  /// Closures see `any P`.
  let seesAny: Bool

  private init(extended: _ExtensibleProtocol, scope: AdviceScope, seesAny: Bool) {
    self.extended = extended
    self.scope = scope
    self.seesAny = seesAny
  }

  /// Those of exactly the subject's type.
  public static func type(_ base: any ExtensionBase.Type) -> _JoinPointScope {
    _JoinPointScope(extended: base.extensibleProtocol, scope: .type(base.subject), seesAny: false)
  }

  /// Those of a class and of its subclasses.
  public static func subclasses(_ base: any ExtensionBase.Type) -> _JoinPointScope {
    let scope = (base.subject as? AnyClass).map { AdviceScope.subclasses(of: $0) }
    return _JoinPointScope(
      extended: base.extensibleProtocol, scope: scope ?? .type(base.subject), seesAny: false)
  }

  /// One object. It is not kept alive.
  public static func object(_ object: AnyObject, _ base: any ExtensionBase.Type) -> _JoinPointScope
  {
    _JoinPointScope(
      extended: base.extensibleProtocol, scope: .object(WeakObject(object)), seesAny: false)
  }

  /// Every subject of a protocol, as `any P`.
  public static func everySubject(_ extended: _ExtensibleProtocol) -> _JoinPointScope {
    _JoinPointScope(extended: extended, scope: .everySubject, seesAny: true)
  }

  /// The type of a name, as `any P`; also one that no image has brought so far.
  ///
  /// - Parameter name: with its module, such as `Zoo.Dog`.
  public static func type(named name: String, _ extended: _ExtensibleProtocol) -> _JoinPointScope {
    _JoinPointScope(extended: extended, scope: .typeNamed(name), seesAny: true)
  }

  /// One type of a protocol, as `any P`.
  public static func type(_ type: Any.Type, _ extended: _ExtensibleProtocol) -> _JoinPointScope {
    _JoinPointScope(extended: extended, scope: .type(type), seesAny: true)
  }
}
