// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// What an accessor's first answer tells of all others: of which protocol the extension is,
/// and which generic type makes its links under which conditions. So whether these hold for
/// a subject is looked up, and no type is made to find it out.
final class MakerPattern: @unchecked Sendable {
  /// How the conditions hold for a subject.
  enum Answer {
    /// With the tables that the maker needs.
    case holds([UnsafeRawPointer])
    case doesNot
    /// For the accessor to say.
    case undecided
  }

  /// The protocol that the extension extends.
  let extended: _ExtensibleProtocol
  private let descriptor: TypeDescriptor
  /// Of the maker, to `ExtensionMaker`.
  private let record: ConformanceRecord
  /// What the subject has to conform to.
  private let conditions: [ProtocolDescriptor]
  private let parameter: Parameter

  /// What the maker asks of its own parameter; what it does not, its conformance asks.
  private enum Parameter {
    case nothing
    /// The only condition.
    case condition
    /// What no type conforms to, for subjects that meet the only condition.
    case assumed(ProtocolDescriptor)
  }

  static let makerProtocol = ExistentialType(TypeMetadata((any ExtensionMaker).self))!
    .protocols[0]

  /// Nil where more decides than to which protocols the subject conforms.
  ///
  /// - Parameter maker: of any subject.
  init?(_ maker: TypeMetadata, extending extended: _ExtensibleProtocol) {
    guard let descriptor = maker.genericEnumDescriptor, let parameter = descriptor.oneParameter
    else { return nil }
    let declared = ConformanceTable.records(of: [descriptor])[0].filter {
      $0.protocolDescriptor == Self.makerProtocol
    }
    guard declared.count == 1, !declared[0].isIsolated else { return nil }
    let conditions = declared[0].conditions
    let subject = MangledName(text: "x")
    guard conditions.allSatisfy({ $0.isPlainConformance && $0.subject == subject }) else {
      return nil
    }
    switch parameter {
    case .unconstrained:
      self.conditions = conditions.map(\.requiredProtocol)
      self.parameter = .nothing
    case .conforming(let wanted):
      guard conditions.isEmpty else { return nil }
      let extended = AssumedConformance.extended(by: wanted)
      self.conditions = [extended ?? wanted]
      self.parameter = extended == nil ? .condition : .assumed(wanted)
    }
    self.extended = extended
    self.descriptor = descriptor
    record = declared[0]
  }

  func answer(for subject: TypeConformances) -> Answer {
    var tables: [UnsafeRawPointer] = []
    var isUndecided = false
    for condition in conditions {
      switch subject.answer(condition) {
      case .conforms(let table): tables.append(table)
      case .doesNot: return .doesNot
      case .undecided: isUndecided = true
      }
    }
    return isUndecided ? .undecided : .holds(tables)
  }

  /// - Parameter tables: how the conditions hold.
  func maker(of subject: TypeMetadata, _ tables: [UnsafeRawPointer]) -> (any ExtensionMaker.Type)? {
    let (own, others): (UnsafeRawPointer?, [UnsafeRawPointer]) =
      switch parameter {
      case .nothing: (nil, tables)
      case .condition: (tables[0], [])
      case .assumed(let assumed):
        (AssumedConformance.table(of: subject, for: assumed, own: tables[0]), [])
      }
    let metadata = graft_generic_metadata(descriptor.accessFunction, subject.address, own)
    guard let maker = metadata.map({ TypeMetadata(address: $0) }),
      let table = record.witnessTable(of: maker, others)
    else { return nil }
    return Self.metatype(maker, table)
  }

  /// A metatype of an existential type is the metadata and the table.
  static func metatype(
    _ type: TypeMetadata, _ table: UnsafeRawPointer
  ) -> any ExtensionMaker.Type {
    unsafeBitCast((type.address, table), to: (any ExtensionMaker.Type).self)
  }
}

/// What is known of a record's maker once its accessor has been asked.
final class LearntMaker: Sendable {
  /// Nil where the accessor has to be asked for each subject.
  let pattern: MakerPattern?

  init(_ pattern: MakerPattern?) {
    self.pattern = pattern
  }
}
