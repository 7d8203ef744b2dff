// SPDX-License-Identifier: Apache-2.0

/// A type, as far as mangled names in Swift's sections are understood.
indirect enum SwiftType: Hashable, Sendable {
  /// A named type with its generic arguments.
  case nominal(Declaration, [SwiftType])
  /// A generic parameter of the outermost list, from 0.
  case parameter(Int)
  /// An associated type.
  case member(SwiftType, String)
  /// An existential type such as `any Animal & Named`.
  ///
  /// It inherits from a class, or is `isObject`, if its values are objects.
  case existential([Declaration], superclass: SwiftType?, isObject: Bool)
  /// A function, a tuple or a metatype, with the types that it consists of: a function's
  /// result comes before its parameters, which are one type or a tuple.
  case compound(Compound, [SwiftType])
  /// Another structural type in mangled form.
  case structural([UInt8], [Declaration])

  /// The form of a structural type. Such types conform only to protocols that the compiler
  /// knows.
  enum Compound: Hashable, Sendable {
    case function(effects: [String])
    /// An element without a label has an empty one.
    case tuple(labels: [String])
    case metatype

    /// The type as Swift code.
    ///
    /// - Parameter parts: the texts of the types that it consists of.
    func text(_ parts: [String]) -> String {
      switch self {
      case .function(let effects):
        let parameters = parts[1].hasPrefix("(") ? parts[1] : "(\(parts[1]))"
        return ([parameters] + effects + ["-> \(parts[0])"]).joined(separator: " ")
      case .tuple(let labels):
        let elements = zip(labels, parts).map { $0.isEmpty ? $1 : "\($0): \($1)" }
        return "(\(elements.joined(separator: ", ")))"
      case .metatype: return "\(parts[0]).Type"
      }
    }
  }

  /// The most types inside one another.
  static let deepest = 32

  /// The declaration of a named type.
  var declaration: Declaration? {
    if case .nominal(let declaration, _) = self { declaration } else { nil }
  }

  /// The path from the first parameter to an associated type: `Subject.Item`.
  var path: String? {
    switch self {
    case .parameter(0): "Subject"
    case .member(let base, let name): base.path.map { "\($0).\(name)" }
    case .nominal, .parameter, .existential, .compound, .structural: nil
    }
  }

  /// Whether a parameter or an associated type is part of it.
  var hasParameters: Bool {
    switch self {
    case .parameter, .member: true
    case .nominal(_, let parts), .compound(_, let parts): parts.contains(where: \.hasParameters)
    case .existential(_, let superclass, _): superclass?.hasParameters ?? false
    case .structural: false
    }
  }
}
