// SPDX-License-Identifier: Apache-2.0

/// The subjects of an advice.
enum AdviceScope: Equatable, @unchecked Sendable {
  case everySubject
  /// A type by its qualified name. An image may bring it later.
  case typeNamed(String)
  case type(TypeMetadata)
  case subclasses(of: TypeMetadata)
  case object(WeakObject)
  /// All single objects of just this class that have advice.
  case objects(of: TypeMetadata)

  /// The rank; lower ranks are further outside.
  var rank: Int {
    switch self {
    case .everySubject: 0
    case .typeNamed, .type, .subclasses: 1
    case .object, .objects: 2
    }
  }

  /// The type, or the class of objects; nil unless it is known.
  var type: TypeMetadata? {
    switch self {
    case .everySubject, .typeNamed: nil
    case .type(let type), .subclasses(let type), .objects(let type): type
    case .object(let object): TypeMetadata(object.type)
    }
  }

  /// The only object.
  var object: WeakObject? {
    if case .object(let object) = self { object } else { nil }
  }

  /// The number of the class's superclasses: advice of a superclass comes first.
  var depth: Int {
    guard case .subclasses(let type) = self else { return .max }
    return sequence(first: type) { $0.superclass }.reduce(0) { depth, _ in depth + 1 }
  }

  /// Whether it contains values or objects of a type.
  func contains(_ subject: Any.Type) -> Bool {
    switch self {
    case .everySubject: true
    case .typeNamed(let name): SwiftRuntime.name(of: subject, isQualified: true) == name
    case .type, .object, .objects: type == TypeMetadata(subject)
    case .subclasses(let type): TypeMetadata(subject).implies(type)
    }
  }

  var hash: UInt {
    switch self {
    case .typeNamed(let name): name.hash
    case .everySubject, .type, .subclasses, .object, .objects: type?.address.hash ?? 0
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
    case .object(let object): "one \(Self.name(TypeMetadata(object.type)))"
    case .objects(let type): "single objects of \(Self.name(type))"
    }
  }

  /// The type's name, also under the registry's lock: `String(reflecting:)` would search all
  /// conformances of the process.
  private static func name(_ type: TypeMetadata) -> String {
    SwiftRuntime.name(of: type.type, isQualified: true)
  }
}

/// A requirement of some subjects.
final class AdvisedRequirement: Sendable {
  let extended: GeneratedCode.ExtensibleProtocol
  let scope: AdviceScope
  let requirement: Int

  init(_ subjects: GeneratedCode.JoinPointScope, _ requirement: Int) {
    (extended, scope) = (subjects.extended, subjects.scope)
    self.requirement = requirement
  }

  var declared: GeneratedCode.ExtensibleProtocol.Requirement { extended.requirements[requirement] }

  func notAdvisable(_ reason: String) -> AdviceError {
    .notAdvisable(declared.name, protocolName: extended.name, reason: reason)
  }

  /// The error for advice that is for a task, where there is no scope of one.
  var outsideOfTasks: AdviceError { .noTaskScope("advice of \(extended.name).\(declared.name)") }
}

extension GeneratedCode {
  /// The subjects of a protocol's join points.
  public final class JoinPointScope: Sendable {
    let extended: ExtensibleProtocol
    let scope: AdviceScope

    init(_ extended: ExtensibleProtocol, _ scope: AdviceScope) {
      (self.extended, self.scope) = (extended, scope)
    }

    /// The subjects of exactly this type.
    static func type(_ base: any ExtensionBase.Type) -> JoinPointScope {
      JoinPointScope(base.extensibleProtocol, .type(TypeMetadata(base.subject)))
    }
  }
}
