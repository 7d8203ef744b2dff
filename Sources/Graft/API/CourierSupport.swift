// SPDX-License-Identifier: Apache-2.0

/// What the module `GraftCourier` asks of the registry and of Swift's runtime.
package enum CourierSupport {
  /// A protocol that a courier forwards, or one that it refines.
  package struct ForwardedProtocol: Sendable {
    fileprivate let descriptor: ProtocolDescriptor

    /// With its module.
    package var qualifiedName: String { descriptor.qualifiedName }
  }

  /// How a type conforms to a protocol.
  package enum Conformance {
    case absent
    case present
    /// On a global actor only, which has this name.
    case isolated(to: String)
  }

  /// The protocols that an existential type consists of, with all that they refine, each once.
  package static func protocols(of existential: Any.Type) -> [ForwardedProtocol] {
    var found: [ProtocolDescriptor] = []
    var rest = ExistentialType(TypeMetadata(existential))?.protocols ?? []
    while let next = rest.popLast() {
      guard !found.contains(next) else { continue }
      found.append(next)
      rest += next.refinedProtocols
    }
    return found.map(ForwardedProtocol.init)
  }

  /// A cast asks on which actor it is made; this does not.
  package static func conformance(
    of type: Any.Type, to wanted: ForwardedProtocol
  ) -> Conformance {
    let found = SwiftRuntime.conformance(of: TypeMetadata(type), to: wanted.descriptor)
    guard let found else { return .absent }
    return found.actor.map { .isolated(to: SwiftRuntime.name(of: $0.address)) } ?? .present
  }

  // MARK: Images

  /// The shared objects that declare a type, by where their program headers are. A class
  /// counts with those that it inherits from. Asks the loader: no lock may be held.
  package static func images(of type: Any.Type) -> Set<UInt> {
    type is AnyObject.Type ? TypeMetadata(type).imagesOfClass : TypeMetadata(type).imagesOfValue
  }

  /// The loaded images whose code does not count, by where their program headers are.
  package static var inactiveImages: Set<UInt> {
    Registry.shared.state.withLock { state in
      let inactive = state.program.images.entries.filter {
        $0.state != .active && !$0.image.isExecutable
      }
      return Set(inactive.map(\.loaded.programHeaders))
    }
  }

  /// - Parameter observer: called after each change of which images count, with no lock held.
  package static func whenCountChanges(_ observer: @escaping @Sendable () -> Void) {
    Registry.shared.whenCountChanges(observer)
  }
}
