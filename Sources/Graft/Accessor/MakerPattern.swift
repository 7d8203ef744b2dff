// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// The pattern of an extension's maker: the extended protocol, and the generic type
/// that makes links, with its conditions.
///
/// An accessor's first answer determines it. From then on no type is made to decide
/// whether the extension applies.
final class MakerPattern: @unchecked Sendable {
  /// The witness tables by which a subject meets the conditions, in their order.
  typealias Tables = [UnsafeRawPointer]

  enum Match {
    case holds(Tables)
    case doesNot
    /// Only the accessor can decide.
    case undecided
  }

  let extended: GeneratedCode.ExtensibleProtocol
  /// The protocols that the subject has to conform to.
  private let conditions: [ProtocolDescriptor]
  private let kind: Kind

  private enum Kind {
    /// A type with its conformance to `ExtensionMaker`.
    case maker(TypeDescriptor, ConformanceRecord, Parameter)
    /// The class of the links, if nothing else is needed to make them.
    case linkClass(TypeDescriptor)
  }

  /// The constraint on the maker's own parameter.
  ///
  /// The maker's conformance has the other constraints.
  private enum Parameter {
    case nothing
    /// The only condition.
    case condition
    /// A protocol that no type conforms to, for subjects that meet the only condition.
    case assumed(ProtocolDescriptor)
  }

  static let makerProtocol = ProtocolDescriptor(of: (any ExtensionMaker).self)!
  private static let probeProtocol = ProtocolDescriptor(of: (any ConstraintProbe).self)!
  private static let baseProtocol = ProtocolDescriptor(of: (any ExtensionBase).self)!

  /// Nil if something other than the subject's conformances decides.
  ///
  /// - Parameter maker: the maker of any subject.
  convenience init?(_ maker: TypeMetadata, extending extended: GeneratedCode.ExtensibleProtocol) {
    guard let descriptor = maker.genericEnumDescriptor, let parameter = descriptor.oneParameter
    else { return nil }
    if case .conforming(Self.baseProtocol) = parameter {
      self.init(linksOf: maker, extending: extended)
      return
    }
    guard let (record, conditions) = Self.declared(descriptor, Self.makerProtocol) else {
      return nil
    }
    switch parameter {
    case .unconstrained:
      self.init(extended, conditions, .maker(descriptor, record, .nothing))
    case .conforming(let wanted):
      guard conditions.isEmpty else { return nil }
      let assumed = AssumedConformance.extended(by: wanted)
      self.init(
        extended, [assumed ?? wanted],
        .maker(descriptor, record, assumed == nil ? .condition : .assumed(wanted)))
    }
  }

  /// Creates the pattern of an extension without conditions, whose maker is generic
  /// over its class.
  ///
  /// - Parameter maker: a `GeneratedCode.MakerOf`.
  private convenience init?(
    linksOf maker: TypeMetadata, extending extended: GeneratedCode.ExtensibleProtocol
  ) {
    guard let linkClass = maker.firstArgument.descriptor,
      let condition = linkClass.subjectProtocol
    else { return nil }
    self.init(extended, [condition], .linkClass(linkClass))
  }

  private init(
    _ extended: GeneratedCode.ExtensibleProtocol, _ conditions: [ProtocolDescriptor], _ kind: Kind
  ) {
    (self.extended, self.conditions, self.kind) = (extended, conditions, kind)
  }

  /// The conformance of a generic type, and the protocols that its parameter has to
  /// conform to; nil if something else decides too.
  private static func declared(
    _ type: TypeDescriptor, _ wanted: ProtocolDescriptor
  ) -> (record: ConformanceRecord, conditions: [ProtocolDescriptor])? {
    guard case .once(let declared) = ConformanceTable.declared(of: type, to: wanted),
      !declared.isIsolated
    else { return nil }
    let conditions = declared.conditions
    guard conditions.allSatisfy({ $0.isPlainConformance && $0.isOfFirstParameter }) else {
      return nil
    }
    return (declared, conditions.map(\.requiredProtocol))
  }

  /// Whether a probe for the subject conforms.
  static func holds(_ probe: Any.Type, for subject: TypeConformances) -> Bool {
    let declared = TypeMetadata(probe).genericEnumDescriptor.flatMap { descriptor in
      if case .unconstrained? = descriptor.oneParameter {
        return Self.declared(descriptor, probeProtocol)
      }
      return nil
    }
    let answers = declared?.conditions.map(subject.answer) ?? [.undecided]
    if answers.contains(where: { if case .doesNot = $0 { true } else { false } }) { return false }
    let areKnown = answers.allSatisfy { if case .conforms = $0 { true } else { false } }
    return areKnown || probe is any ConstraintProbe.Type
  }

  func answer(for subject: TypeConformances) -> Match {
    var tables: Tables = []
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

  /// The table by which a maker conforms to `ExtensionMaker`, if its subject meets the conditions.
  func makerTable(of maker: TypeMetadata, _ tables: Tables) -> UnsafeRawPointer? {
    switch kind {
    case .maker(_, let record, .nothing): return record.witnessTable(of: maker, tables)
    case .maker(_, let record, .condition), .maker(_, let record, .assumed):
      return record.witnessTable(of: maker)
    case .linkClass:
      guard let descriptor = maker.descriptor,
        case .once(let record) = ConformanceTable.declared(of: descriptor, to: Self.makerProtocol)
      else { return nil }
      return record.witnessTable(of: maker)
    }
  }

  // MARK: The maker's answers for a subject that meets the conditions

  func applies(to subject: TypeMetadata, _ tables: Tables) -> Bool {
    maker(of: subject, tables)?.applies ?? true
  }

  func constraints(_ subject: TypeMetadata, _ tables: Tables) -> [ExtensionConstraint] {
    maker(of: subject, tables)?.constraints ?? []
  }

  func makeLink(
    _ subject: TypeMetadata, _ tables: Tables, on successors: LinkSuccessors
  ) -> ExtensionLink? {
    guard case .linkClass(let descriptor) = kind else {
      return maker(of: subject, tables)?.makeLink(successors)
    }
    let link = graft_generic_metadata(descriptor.accessFunction, subject.address, tables.first)
    return link.flatMap { TypeMetadata(address: $0).type as? ExtensionLink.Type }?.init(successors)
  }

  private func maker(of subject: TypeMetadata, _ tables: Tables) -> (any ExtensionMaker.Type)? {
    guard case .maker(let descriptor, let record, let parameter) = kind else { return nil }
    let (own, others): (UnsafeRawPointer?, Tables) =
      switch parameter {
      case .nothing: (nil, tables)
      case .condition: (tables.first, [])
      case .assumed(let assumed):
        (AssumedConformance.table(of: subject, for: assumed, own: tables.first!), [])
      }
    let metadata = graft_generic_metadata(descriptor.accessFunction, subject.address, own)
    guard let maker = metadata.map({ TypeMetadata(address: $0) }),
      let table = record.witnessTable(of: maker, others)
    else { return nil }
    return maker.metatype(table, as: (any ExtensionMaker.Type).self)
  }
}

/// The maker of a record whose accessor has answered once.
final class KnownMaker: Sendable {
  /// The pattern; nil if the accessor must be asked for each subject.
  let pattern: MakerPattern?

  init(_ pattern: MakerPattern?) {
    self.pattern = pattern
  }
}

extension ExtensionRecord {
  /// The pattern of its maker; nil if the accessor must be asked.
  var pattern: MakerPattern? { maker.value?.pattern }
}
