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
  /// A function, tuple, metatype or the like in mangled form. Such types
  /// conform only to protocols that the compiler knows.
  case structural([UInt8], [Declaration])

  /// The most types inside one another.
  static let deepest = 32

  /// The path from the first parameter to an associated type: `Subject.Item`.
  var path: String? {
    switch self {
    case .parameter(0): "Subject"
    case .member(let base, let name): base.path.map { "\($0).\(name)" }
    case .nominal, .parameter, .existential, .structural: nil
    }
  }
}
