// SPDX-License-Identifier: Apache-2.0

/// What the loaded images declare of one type and of the classes that it inherits from.
struct TypeConformances {
  enum Finding {
    /// By this table, everywhere.
    case conforms(UnsafeRawPointer)
    case doesNot
    /// For the runtime to say: a conformance with conditions, one that is for an actor only,
    /// several, or a type that is known by more than its descriptor. Any, where an image has
    /// conformances that can't be read here.
    case undecided
  }

  private let type: TypeMetadata

  init(_ type: TypeMetadata) {
    self.type = type
  }

  /// How the type conforms, on one global actor only, too; nil if it does not.
  func table(for wanted: ProtocolDescriptor) -> UnsafeRawPointer? {
    switch answer(wanted) {
    case .conforms(let table): table
    // It may be declared by an image that nobody has read yet.
    case .doesNot, .undecided: SwiftRuntime.witnessTable(of: type, for: wanted)
    }
  }

  func answer(_ wanted: ProtocolDescriptor) -> Finding {
    guard ConformanceTable.isComplete else { return .undecided }
    var level = type
    while true {
      // The table has all conformances only of types whose descriptor is unique.
      guard let descriptor = level.descriptor, descriptor.isUnique else { return .undecided }
      switch ConformanceTable.declared(of: descriptor, to: wanted) {
      case .once(let record):
        guard record.isUnconditional, let table = record.witnessTable(of: level) else {
          return .undecided
        }
        return .conforms(table)
      // The runtime takes one of them.
      case .repeatedly: return .undecided
      case .nothing: break
      }
      guard level.isClass, let superclass = level.superclass else { return .doesNot }
      level = superclass
    }
  }
}

extension TypeMetadata {
  /// The descriptors by which conformances of a type are found: its own, and those of its
  /// superclasses.
  var declaringDescriptors: [TypeDescriptor] {
    var (descriptors, level) = (descriptor.map { [$0] } ?? [], self)
    while level.isClass, let next = level.superclass {
      level = next
      if let descriptor = level.descriptor { descriptors.append(descriptor) }
    }
    return descriptors
  }
}
