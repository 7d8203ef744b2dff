// SPDX-License-Identifier: Apache-2.0

/// What the loaded images declare of one type and of the classes that it inherits from.
struct TypeConformances {
  enum Answer {
    /// By this table, everywhere.
    case conforms(UnsafeRawPointer)
    case doesNot
    /// For the runtime to say: a conformance with conditions, one that is for an actor only,
    /// several, or a type that is known by more than its descriptor.
    case undecided
  }

  /// The type itself, and then its superclasses.
  private let types: [TypeMetadata]
  private let records: [[ConformanceRecord]]
  /// Whether all that is declared is found by the descriptors.
  private let isComplete: Bool

  init(_ type: TypeMetadata) {
    types = type.withSuperclasses
    let descriptors = types.compactMap(\.descriptor)
    isComplete = descriptors.count == types.count && descriptors.allSatisfy(\.isUnique)
    records = ConformanceTable.records(of: descriptors)
  }

  /// How the type conforms, on one global actor only, too; nil if it does not.
  func table(for wanted: ProtocolDescriptor) -> UnsafeRawPointer? {
    switch answer(wanted) {
    case .conforms(let table): table
    case .doesNot: nil
    case .undecided: SwiftRuntime.witnessTable(of: types[0], for: wanted)
    }
  }

  func answer(_ wanted: ProtocolDescriptor) -> Answer {
    guard isComplete else { return .undecided }
    for (level, declared) in records.enumerated() {
      var found: ConformanceRecord?
      for record in declared where record.protocolDescriptor == wanted {
        // Of several the runtime takes one.
        if found != nil { return .undecided }
        found = record
      }
      guard let found else { continue }
      guard found.isUnconditional, let table = found.witnessTable(of: types[level]) else {
        return .undecided
      }
      return .conforms(table)
    }
    return .doesNot
  }
}

extension TypeMetadata {
  fileprivate var withSuperclasses: [TypeMetadata] {
    var types = [self]
    guard isClass else { return types }
    while let next = types[types.count - 1].superclass { types.append(next) }
    return types
  }

  /// The descriptors by which conformances of a type are found.
  var declaringDescriptors: [TypeDescriptor] { withSuperclasses.compactMap(\.descriptor) }
}
