// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// What an accessor's first answer tells of all others: of which protocol the extension is,
/// and which generic type makes its links under which conditions. So whether these hold for
/// a subject is looked up, and no type is made to find it out.
final class MakerPattern: @unchecked Sendable {
  /// How the conditions hold for a subject.
  enum Match {
    /// With the tables that the maker needs.
    case holds(Tables)
    case doesNot
    /// For the accessor to say.
    case undecided
  }

  /// How a subject meets the conditions, in their order. As a rule there is one.
  struct Tables {
    private(set) var first: UnsafeRawPointer?
    private var others: [UnsafeRawPointer] = []

    init() {}

    var all: [UnsafeRawPointer] { first.map { [$0] + others } ?? [] }

    fileprivate mutating func append(_ table: UnsafeRawPointer) {
      if first == nil { first = table } else { others.append(table) }
    }
  }

  /// The protocol that the extension extends.
  let extended: GeneratedCode.ExtensibleProtocol
  /// What the subject has to conform to.
  private let conditions: [ProtocolDescriptor]
  private let kind: Kind

  private enum Kind {
    /// With its conformance to `ExtensionMaker`.
    case maker(TypeDescriptor, ConformanceRecord, Parameter)
    /// The class of the links, where nothing else is needed to make them.
    case linkClass(TypeDescriptor)
  }

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
  private static let probeProtocol = ExistentialType(TypeMetadata((any ConstraintProbe).self))!
    .protocols[0]
  private static let baseProtocol = ExistentialType(TypeMetadata((any ExtensionBase).self))!
    .protocols[0]

  /// Nil where more decides than to which protocols the subject conforms.
  ///
  /// - Parameter maker: of any subject.
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

  /// The conformance of a generic type, and what its parameter has to conform to for that.
  ///
  /// - Returns: nil where more decides.
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

  /// Whether a probe conforms, whose parameter is the subject.
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
    var tables = Tables()
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

  /// How a maker's type conforms to `ExtensionMaker`, for a subject that meets the conditions.
  func makerTable(
    of maker: TypeMetadata, _ tables: Tables
  ) -> UnsafeRawPointer? {
    switch kind {
    case .maker(_, let record, .nothing): return record.witnessTable(of: maker, tables.all)
    case .maker(_, let record, .condition), .maker(_, let record, .assumed):
      return record.witnessTable(of: maker)
    case .linkClass:
      guard let descriptor = maker.descriptor,
        case .once(let record) = ConformanceTable.declared(of: descriptor, to: Self.makerProtocol)
      else { return nil }
      return record.witnessTable(of: maker)
    }
  }

  // MARK: For a subject, by the tables of its conformances

  /// What the extension's own code says of a subject that meets the conditions.
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

  /// Nil where there is none.
  private func maker(
    of subject: TypeMetadata, _ tables: Tables
  ) -> (any ExtensionMaker.Type)? {
    guard case .maker(let descriptor, let record, let parameter) = kind else { return nil }
    let (own, others): (UnsafeRawPointer?, [UnsafeRawPointer]) =
      switch parameter {
      case .nothing: (nil, tables.all)
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

/// What is known of a record's maker once its accessor has been asked.
final class LearntMaker: Sendable {
  /// Nil where the accessor has to be asked for each subject.
  let pattern: MakerPattern?

  init(_ pattern: MakerPattern?) {
    self.pattern = pattern
  }
}

extension ExtensionRecord {
  /// What was learnt of its maker; nil where its accessor is to be asked.
  var pattern: MakerPattern? {
    learnt.value?.pattern
  }
}
