// SPDX-License-Identifier: Apache-2.0

/// Functions of the registry and of Swift's runtime for the module `GraftCourier`.
package enum CourierSupport {
  /// A protocol that a courier forwards, or one that it refines.
  package struct ForwardedProtocol: Equatable, Sendable {
    fileprivate let descriptor: ProtocolDescriptor

    /// The name with its module.
    package var qualifiedName: String { descriptor.qualifiedName }

    package var isOfStandardLibrary: Bool {
      TypeDescriptor(address: descriptor.address).moduleName == "Swift"
    }
  }

  /// The form of a type's conformance to a protocol.
  package enum Conformance: Equatable {
    case absent
    case present
    /// The type conforms on this global actor only.
    case isolated(to: String)
  }

  /// The protocols of an existential type, with all that they refine.
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

  /// The conformance of a type.
  ///
  /// A cast would depend on the current actor.
  package static func conformance(
    of type: Any.Type, to wanted: ForwardedProtocol
  ) -> Conformance {
    let found = SwiftRuntime.conformance(of: TypeMetadata(type), to: wanted.descriptor)
    guard let found else { return .absent }
    return found.actor.map { .isolated(to: SwiftRuntime.name(of: $0.address)) } ?? .present
  }

  /// The name of a type with its module.
  package static func qualifiedName(of type: Any.Type) -> String {
    SwiftRuntime.name(of: type, isQualified: true)
  }

  // MARK: Images

  /// The shared objects that declare a type and its superclasses, by the addresses of
  /// their program headers.
  ///
  /// Asks the loader: no lock may be held.
  package static func images(of type: Any.Type) -> Set<UInt> {
    TypeMetadata(type).images
  }

  /// The loaded images that do not count, by the addresses of their program headers.
  package static var inactiveImages: Set<UInt> {
    Registry.shared.state.withLock { state in
      let inactive = state.program.images.entries.filter {
        $0.state != .active && !$0.image.isExecutable
      }
      return Set(inactive.map(\.loaded.programHeaders))
    }
  }

  /// The shared object around an address such as `#dsohandle`, by the address of its program
  /// headers; nil for the executable.
  ///
  /// Asks the loader: no lock may be held.
  package static func sharedObject(around address: UnsafeRawPointer) -> UInt? {
    let owner = Owner(address)
    return owner == .program ? nil : owner.programHeaders
  }

  /// Registers an observer of images.
  ///
  /// - Parameter observer: called without a lock after images come or go, with those whose
  ///   receivers are to be removed.
  package static func whenCountChanges(_ observer: @escaping @Sendable (Set<UInt>) -> Void) {
    Registry.shared.whenCountChanges { observer(Set($0.map(\.programHeaders))) }
  }
}
