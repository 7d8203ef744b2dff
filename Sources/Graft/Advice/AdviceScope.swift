// SPDX-License-Identifier: Apache-2.0

/// For which subjects an advice stands.
enum AdviceScope: @unchecked Sendable {
  case everySubject
  /// By the name of the type, with its module; also of one that no image has brought
  /// so far.
  case typeNamed(String)
  case type(Any.Type)
  case subclasses(of: AnyClass)
  case object(WeakObject)

  /// The lower is further outside.
  var rank: Int {
    switch self {
    case .everySubject: 0
    case .typeNamed, .type, .subclasses: 1
    case .object: Self.objectRank
    }
  }

  static let objectRank = 2

  /// How far down the class is that it names: a superclass's advice comes first.
  var depth: Int {
    guard case .subclasses(let type) = self else { return .max }
    return sequence(first: type) { _getSuperclass($0) }.reduce(0) { depth, _ in depth + 1 }
  }

  /// Whether it can stand for objects or values of a type.
  func contains(_ subject: Any.Type) -> Bool {
    switch self {
    case .everySubject: true
    case .typeNamed(let name): SwiftRuntime.name(of: subject, isQualified: true) == name
    case .type(let type): type == subject
    case .subclasses(let type):
      (subject as? AnyClass).map { subject in
        sequence(first: subject) { _getSuperclass($0) }.contains { $0 == type }
      } ?? false
    case .object(let object): object.type == subject
    }
  }
}

extension AdviceScope: CustomStringConvertible {
  var description: String {
    switch self {
    case .everySubject: "every subject"
    case .typeNamed(let name): name
    case .type(let type): String(reflecting: type)
    case .subclasses(let type): "\(String(reflecting: type)) and its subclasses"
    case .object(let object): "one \(String(reflecting: object.type))"
    }
  }
}

/// A requirement's number, and for which subjects.
final class AdvisedRequirement: @unchecked Sendable {
  let extended: GeneratedCode.ExtensibleProtocol
  let requirement: Int
  let scope: AdviceScope
  /// The closures see `any P`.
  let seesAny: Bool

  init(_ scope: GeneratedCode.JoinPointScope, _ requirement: Int) {
    extended = scope.extended
    self.requirement = requirement
    self.scope = scope.scope
    seesAny = scope.seesAny
  }

  /// Whether its calls are on a type: it is static, or an initialiser.
  var isCalledOnType: Bool {
    let name = extended.requirements[requirement].name.text
    return name.hasPrefix("static ") || name.hasPrefix("init(")
  }
}

extension GeneratedCode {
  /// Which subjects the join points of a protocol are for.
  public final class JoinPointScope: @unchecked Sendable {
    let extended: ExtensibleProtocol
    let scope: AdviceScope
    /// Closures see `any P`.
    let seesAny: Bool

    private init(extended: ExtensibleProtocol, scope: AdviceScope, seesAny: Bool) {
      self.extended = extended
      self.scope = scope
      self.seesAny = seesAny
    }

    /// Those of exactly the subject's type.
    public static func type(_ base: any ExtensionBase.Type) -> JoinPointScope {
      JoinPointScope(extended: base.extensibleProtocol, scope: .type(base.subject), seesAny: false)
    }

    /// Those of a class and of its subclasses.
    public static func subclasses(_ base: any ExtensionBase.Type) -> JoinPointScope {
      let scope = (base.subject as? AnyClass).map { AdviceScope.subclasses(of: $0) }
      return JoinPointScope(
        extended: base.extensibleProtocol, scope: scope ?? .type(base.subject), seesAny: false)
    }

    /// One object. It is not kept alive.
    public static func object(_ object: AnyObject, _ base: any ExtensionBase.Type) -> JoinPointScope
    {
      JoinPointScope(
        extended: base.extensibleProtocol, scope: .object(WeakObject(object)), seesAny: false)
    }

    /// Every subject of a protocol, as `any P`.
    public static func everySubject(_ extended: ExtensibleProtocol) -> JoinPointScope {
      JoinPointScope(extended: extended, scope: .everySubject, seesAny: true)
    }

    /// The type of a name with its module, such as `Zoo.Dog`, as `any P`; also one that no image
    /// has brought so far.
    public static func type(named name: String, _ extended: ExtensibleProtocol) -> JoinPointScope {
      JoinPointScope(extended: extended, scope: .typeNamed(name), seesAny: true)
    }

    /// One type of a protocol, as `any P`.
    public static func type(_ type: Any.Type, _ extended: ExtensibleProtocol) -> JoinPointScope {
      JoinPointScope(extended: extended, scope: .type(type), seesAny: true)
    }
  }
}
