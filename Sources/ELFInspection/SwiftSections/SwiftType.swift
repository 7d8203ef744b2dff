// SPDX-License-Identifier: Apache-2.0

/// A type, as far as mangled names in Swift's sections are understood here.
indirect enum SwiftType: Hashable, Sendable {
  /// With its generic arguments.
  case nominal(Declaration, [SwiftType])
  /// A generic parameter of the outermost list, from 0.
  case parameter(Int)
  /// An associated type.
  case member(SwiftType, String)
  /// A function, a tuple, a metatype or the like, as it is mangled: none of them conforms
  /// to a protocol that is not the compiler's own.
  case structural([UInt8], [Declaration])

  /// How deep types are nested at most.
  static let deepest = 32

  /// The path of an associated type, from the first parameter: `Subject.Item`.
  var path: String? {
    switch self {
    case .parameter(0): "Subject"
    case .member(let base, let name): base.path.map { "\($0).\(name)" }
    case .nominal, .parameter, .structural: nil
    }
  }
}
