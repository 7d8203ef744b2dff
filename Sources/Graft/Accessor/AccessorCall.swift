// SPDX-License-Identifier: Apache-2.0

import CGraft
import GraftDescriptors

/// What an accessor says of a subject.
enum AccessorOutcome: Hashable {
  case applies
  case otherProtocol
  case shapeDiffers
  /// Counted from 0 in the order of the descriptor's constraints; nil where it was not asked
  /// which.
  case constraintFails(Int?)
  case predicateFails
  case otherRuntime
  /// The accessor does not know the operation, or gave no answer.
  case unanswered
}

/// Asks the accessors about one subject, or answers in their place what was learnt from their
/// first answers. They are the code of users: no lock is held here.
final class AccessorCall {
  let base: any ExtensionBase.Type
  let extended: GeneratedCode.ExtensibleProtocol
  /// Whether it is wanted which constraint fails.
  private let explains: Bool
  private let conformances: TypeConformances
  /// Whether more was asked than what the images declare of the subject's own type.
  private(set) var hasAskedOthers = false

  init(base: any ExtensionBase.Type, explains: Bool = false) {
    self.base = base
    extended = base.extensibleProtocol
    self.explains = explains
    conformances = TypeConformances(TypeMetadata(base.subject))
  }

  /// What came of asking about one record.
  struct Finding {
    let outcome: AccessorOutcome
    /// The global actor on which alone the extension applies.
    var actor: TypeMetadata?
    /// Whether what else there is to know of the extension is the same for every subject to
    /// which it applies.
    var isShared = false
  }

  func outcome(of record: ExtensionRecord) -> AccessorOutcome { finding(of: record).outcome }

  /// Whether an extension applies. Fails where its predicate needs the answer.
  func finding(of record: ExtensionRecord) -> Finding {
    if let known = known(of: record) { return known }
    let answer = AskedAccessors.asking(record, for: base) {
      ask(record.accessor, GRAFT_OPERATION_APPLIES, conformance: conformance(for: record))
    }
    // The runtime of its image has found what the table has.
    if answer.hasCast, let wanted = extended.descriptor,
      case .conforms = conformances.answer(wanted)
    {
      SharedRuntime.note(record)
    }
    learn(answer, of: record)
    switch answer.outcome {
    case .applies, .constraintFails, .predicateFails:
      let pattern = record.pattern?.answer(for: conformances)
      if case .holds = pattern {
        if record.registered.descriptor.hasPredicate { hasAskedOthers = true }
        return Finding(outcome: answer.outcome, actor: answer.actor, isShared: true)
      }
      if case .doesNot = pattern { break }
      hasAskedOthers = true
    case .otherProtocol, .shapeDiffers, .otherRuntime, .unanswered: break
    }
    return Finding(outcome: answer.outcome, actor: answer.actor)
  }

  /// How the subject conforms, for who does not have to find that out by itself.
  private func conformance(for record: ExtensionRecord) -> UnsafeRawPointer? {
    guard SharedRuntime.isKnown(of: record), let wanted = extended.descriptor,
      case .conforms(let table) = conformances.answer(wanted)
    else { return nil }
    return table
  }

  // MARK: What was learnt

  private func learn(_ answer: Response, of record: ExtensionRecord) {
    guard record.learnt.value == nil, let maker = answer.maker, let extended = answer.extended
    else { return }
    switch answer.outcome {
    case .applies, .constraintFails, .predicateFails:
      // Its image may have come just now.
      ConformanceTable.update()
      let pattern = MakerPattern(maker, extending: extended)
      record.learnt.set(LearntMaker(pattern.flatMap { agrees($0, with: answer) ? $0 : nil }))
    case .otherProtocol, .shapeDiffers, .otherRuntime, .unanswered: break
    }
  }

  /// Whether a maker says what its accessor does: one that is written by hand can have others.
  private func agrees(_ pattern: MakerPattern, with answer: Response) -> Bool {
    switch pattern.answer(for: conformances) {
    case .holds: if case .constraintFails = answer.outcome { false } else { answer.actor == nil }
    case .doesNot: if case .constraintFails = answer.outcome { true } else { false }
    case .undecided: true
    }
  }

  private func known(of record: ExtensionRecord) -> Finding? {
    guard let pattern = record.pattern else { return nil }
    guard pattern.extended === extended else {
      return Finding(outcome: .otherProtocol)
    }
    switch pattern.answer(for: conformances) {
    case .undecided: return nil
    case .doesNot: return explains ? nil : Finding(outcome: .constraintFails(nil))
    case .holds(let tables):
      guard record.registered.descriptor.hasPredicate else {
        return Finding(outcome: .applies, isShared: true)
      }
      hasAskedOthers = true
      let applies = AskedAccessors.asking(record, for: base) {
        pattern.applies(to: TypeMetadata(base.subject), tables)
      }
      return Finding(outcome: applies ? .applies : .predicateFails, isShared: true)
    }
  }

  private func knownMaker(
    of record: ExtensionRecord
  ) -> (pattern: MakerPattern, tables: MakerPattern.Tables)? {
    guard let pattern = record.pattern, pattern.extended === extended,
      case .holds(let tables) = pattern.answer(for: conformances)
    else { return nil }
    return (pattern, tables)
  }

  // MARK: What an extension that applies is

  // What an accessor returns is of the class that the operation names, and the caller owns it
  // (docs/abi.md).

  /// Those of an extension's requirements that it can answer wherever they are called.
  func answerable(_ requirements: [Int], by record: ExtensionRecord) -> [Int] {
    guard let actor = finding(of: record).actor, isIsolating(actor, record) else {
      return requirements
    }
    let onActor = extended.requirements(on: actor.address)
    return requirements.filter { onActor.contains($0) }
  }

  /// Whether it matters that an extension's constraints hold on a global actor only. It does
  /// not where the subject itself can be used there only, nor where all that is isolated is
  /// that it conforms to protocols which require nothing.
  func isIsolating(_ actor: TypeMetadata, _ record: ExtensionRecord) -> Bool {
    if base.isolation == actor { return false }
    return constraints(of: record).contains { constraint in
      guard constraint.relation == .conforms else { return false }
      guard constraint.path == "Subject" else { return true }
      let protocols = ExistentialType(TypeMetadata(constraint.type))?.protocols ?? []
      return protocols.contains { !$0.requiresNothing && base.isIsolated(to: $0) }
    }
  }

  func constraints(of record: ExtensionRecord) -> [ExtensionConstraint] {
    if let (pattern, tables) = knownMaker(of: record) {
      return pattern.constraints(TypeMetadata(base.subject), tables)
    }
    guard let list = ask(record.accessor, GRAFT_OPERATION_DESCRIBE).object else { return [] }
    return Unmanaged<ConstraintList>.fromOpaque(list).takeRetainedValue().constraints
  }

  func makeLink(_ record: ExtensionRecord, on successors: LinkSuccessors) -> ExtensionLink? {
    if let (pattern, tables) = knownMaker(of: record) {
      return pattern.makeLink(TypeMetadata(base.subject), tables, on: successors)
    }
    guard let link = ask(record.accessor, GRAFT_OPERATION_MAKE_LINK, successors: successors).object
    else {
      return nil
    }
    return Unmanaged<ExtensionLink>.fromOpaque(link).takeRetainedValue()
  }

  /// The object that an accessor makes for all subjects.
  static func makeObject<Object: AnyObject>(
    of record: ExtensionRecord, as type: Object.Type
  ) -> Object? {
    AskedAccessors.asking(record, for: nil) {
      ask(record.accessor, GRAFT_OPERATION_MAKE_LINK).object.map {
        Unmanaged<Object>.fromOpaque($0).takeRetainedValue()
      }
    }
  }

  /// Whom the accessor of a plug-in's manifest wants to be told; nil for nobody.
  static func lifecycle(_ accessor: graft_accessor) -> (any ImageLifecycle.Type)? {
    ask(accessor, GRAFT_OPERATION_LIFECYCLE).object.map {
      Unmanaged<LifecycleBox>.fromOpaque($0).takeRetainedValue().type
    }
  }

  /// Whether the extension was compiled against its protocol as it is in this
  /// process, which protocol that is, and what is different. Needs no subject.
  static func check(
    _ accessor: graft_accessor
  ) -> (
    outcome: AccessorOutcome, extended: GeneratedCode.ExtensibleProtocol?, differences: [String]
  ) {
    let answer = ask(accessor, GRAFT_OPERATION_CHECK)
    guard case .shapeDiffers = answer.outcome, let text = answer.compiled,
      let compiled = CompiledProtocol(text: text),
      let now = answer.extended.flatMap({ CompiledProtocol(text: "\($0.compiled.text)") })
    else { return (answer.outcome, answer.extended, []) }
    return (answer.outcome, answer.extended, compiled.differences(to: now))
  }

  private struct Response {
    let object: UnsafeMutableRawPointer?
    let outcome: AccessorOutcome
    /// The accessor's protocol, where it was asked for that.
    let extended: GeneratedCode.ExtensibleProtocol?
    let actor: TypeMetadata?
    /// The type that makes links, if the accessor tells it.
    let maker: TypeMetadata?
    /// Whether the runtime of the accessor's image knows that the subject conforms.
    let hasCast: Bool
    /// What the accessor's protocol was when the accessor was compiled, as text.
    let compiled: String?
  }

  private func ask(
    _ accessor: graft_accessor, _ operation: Int, successors: LinkSuccessors? = nil,
    conformance: UnsafeRawPointer? = nil
  ) -> Response {
    Self.ask(accessor, operation) { request in
      request.conformance = conformance
      request.protocol = UnsafeRawPointer(
        Unmanaged.passUnretained(extended).toOpaque())
      request.subject = Self.metadata(base.subject)
      request.base = Self.metadata(base)
      if let successors {
        let successors = UnsafeRawPointer(successors.links)
        request.successors = successors.assumingMemoryBound(to: UnsafeRawPointer?.self)
      }
    }
  }

  /// The protocols of requests and responses are lent, and are never released.
  ///
  /// - Parameter fill: says for which subject, if it is for one.
  private static func ask(
    _ accessor: graft_accessor, _ operation: Int, fill: (inout graft_request) -> Void = { _ in }
  ) -> Response {
    var response = graft_response()
    response.size = UInt32(MemoryLayout<graft_response>.size)
    return withUnsafeMutablePointer(to: &response) { response in
      var request = graft_request()
      request.size = UInt32(MemoryLayout<graft_request>.size)
      request.operation = UInt32(operation)
      // Any type does where no subject is asked about.
      request.subject = metadata(Void.self)
      request.response = response
      fill(&request)
      let object = accessor(&request)
      return Response(
        object: object, outcome: outcome(response.pointee),
        extended: response.pointee.protocol.map {
          Unmanaged<GeneratedCode.ExtensibleProtocol>.fromOpaque($0).takeUnretainedValue()
        }, actor: response.pointee.actor.map { TypeMetadata(address: $0) },
        maker: response.pointee.maker.map { TypeMetadata(address: $0) },
        hasCast: response.pointee.has_cast == 1,
        compiled: operation == GRAFT_OPERATION_CHECK
          ? response.pointee.compiled.map { String(cString: $0) } : nil)
    }
  }

  private static func outcome(_ response: graft_response) -> AccessorOutcome {
    switch Int(response.outcome) {
    case GRAFT_OUTCOME_APPLIES: .applies
    case GRAFT_OUTCOME_OTHER_PROTOCOL: .otherProtocol
    case GRAFT_OUTCOME_SHAPE_DIFFERS: .shapeDiffers
    case GRAFT_OUTCOME_CONSTRAINT_FAILS: .constraintFails(Int(response.failed_constraint))
    case GRAFT_OUTCOME_PREDICATE_FAILS: .predicateFails
    case GRAFT_OUTCOME_OTHER_RUNTIME: .otherRuntime
    default: .unanswered
    }
  }

  private static func metadata(_ type: Any.Type) -> UnsafeRawPointer {
    TypeMetadata(type).address
  }
}
