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
