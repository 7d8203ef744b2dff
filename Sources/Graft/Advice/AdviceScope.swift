// SPDX-License-Identifier: Apache-2.0

/// The subjects of an advice.
enum AdviceScope: @unchecked Sendable {
  case everySubject
  /// A type by its qualified name. An image may bring it later.
  case typeNamed(String)
  case type(Any.Type)
  case subclasses(of: AnyClass)
  case object(WeakObject)
  /// All single objects of just this class that have advice.
  case objects(of: AnyClass)

  /// The rank; lower ranks are further outside.
  var rank: Int {
    switch self {
    case .everySubject: 0
    case .typeNamed, .type, .subclasses: 1
    case .object, .objects: 2
    }
  }

  /// The type, or the class of objects; nil unless it is known.
  var type: Any.Type? {
    switch self {
    case .everySubject, .typeNamed: nil
    case .type(let type): type
    case .subclasses(let type), .objects(let type): type
    case .object(let object): object.type
    }
  }

  /// The only object.
  var object: WeakObject? {
    if case .object(let object) = self { object } else { nil }
  }

  /// The number of the class's superclasses: advice of a superclass comes first.
  var depth: Int {
    guard case .subclasses(let type) = self else { return .max }
    return sequence(first: type) { _getSuperclass($0) }.reduce(0) { depth, _ in depth + 1 }
  }

  /// Whether it contains values or objects of a type.
  func contains(_ subject: Any.Type) -> Bool {
    switch self {
    case .everySubject: true
    case .typeNamed(let name): SwiftRuntime.name(of: subject, isQualified: true) == name
    case .type, .object, .objects: type == subject
    case .subclasses(let type):
      (subject as? AnyClass).map { subject in
        sequence(first: subject) { _getSuperclass($0) }.contains { $0 == type }
      } ?? false
    }
  }
}

extension AdviceScope {
  var hash: UInt {
    switch self {
    case .typeNamed(let name): name.hash
    case .everySubject, .type, .subclasses, .object, .objects:
      type.map { ObjectIdentifier($0).hash } ?? 0
    }
  }

  func isSame(as other: AdviceScope) -> Bool {
    switch (self, other) {
    case (.everySubject, .everySubject): true
    case (.typeNamed(let one), .typeNamed(let other)): one == other
    case (.type(let one), .type(let other)): one == other
    case (.subclasses(let one), .subclasses(let other)): one == other
    case (.object(let one), .object(let other)): one === other
    case (.objects(let one), .objects(let other)): one == other
    case (.everySubject, _), (.typeNamed, _), (.type, _), (.subclasses, _), (.object, _),
      (.objects, _):
      false
    }
  }
}

extension AdviceScope: CustomStringConvertible {
  var description: String {
    switch self {
    case .everySubject: "every subject"
    case .typeNamed(let name): name
    case .type(let type): Self.name(type)
    case .subclasses(let type): "\(Self.name(type)) and its subclasses"
    case .object(let object): "one \(Self.name(object.type))"
    case .objects(let type): "single objects of \(Self.name(type))"
    }
  }

  /// The type's name, also under the registry's lock: `String(reflecting:)` would search all
  /// conformances of the process.
  private static func name(_ type: Any.Type) -> String {
    SwiftRuntime.name(of: type, isQualified: true)
  }
}

/// A requirement of some subjects.
final class AdvisedRequirement: Sendable {
  let subjects: GeneratedCode.JoinPointScope
  let requirement: Int

  init(_ subjects: GeneratedCode.JoinPointScope, _ requirement: Int) {
    self.subjects = subjects
    self.requirement = requirement
  }

  var extended: GeneratedCode.ExtensibleProtocol { subjects.extended }
  var scope: AdviceScope { subjects.scope }
}

extension GeneratedCode {
  /// The subjects of a protocol's join points.
  public final class JoinPointScope: @unchecked Sendable {
    let extended: ExtensibleProtocol
    let scope: AdviceScope

    private init(_ extended: ExtensibleProtocol, _ scope: AdviceScope) {
      self.extended = extended
      self.scope = scope
    }

    /// The subjects of exactly this type.
    public static func type(_ base: any ExtensionBase.Type) -> JoinPointScope {
      JoinPointScope(base.extensibleProtocol, .type(base.subject))
    }

    /// The objects of a class and of its subclasses.
    public static func subclasses(_ base: any ExtensionBase.Type) -> JoinPointScope {
      let scope = (base.subject as? AnyClass).map { AdviceScope.subclasses(of: $0) }
      return JoinPointScope(base.extensibleProtocol, scope ?? .type(base.subject))
    }

    /// A single object, which is not kept alive.
    public static func object(
      _ object: AnyObject, _ base: any ExtensionBase.Type
    ) -> JoinPointScope {
      JoinPointScope(base.extensibleProtocol, .object(WeakObject(object)))
    }

    /// All subjects, as `any P`.
    public static func everySubject(_ extended: ExtensibleProtocol) -> JoinPointScope {
      JoinPointScope(extended, .everySubject)
    }

    /// A type by its qualified name such as `Zoo.Dog`, as `any P`.
    ///
    /// An image may bring it later.
    public static func type(named name: String, _ extended: ExtensibleProtocol) -> JoinPointScope {
      JoinPointScope(extended, .typeNamed(name))
    }

    /// The subjects of a type, as `any P`.
    public static func type(_ type: Any.Type, _ extended: ExtensibleProtocol) -> JoinPointScope {
      JoinPointScope(extended, .type(type))
    }
  }
}
