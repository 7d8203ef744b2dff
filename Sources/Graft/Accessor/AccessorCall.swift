// SPDX-License-Identifier: Apache-2.0

import CGraft
import GraftDescriptors

/// An accessor's answer about a subject.
enum AccessorOutcome: Equatable {
  case applies
  case otherProtocol
  case shapeDiffers
  /// The constraint's index in the descriptor; nil if it was not determined.
  case constraintFails(Int?)
  case predicateFails
  case otherRuntime
  /// The accessor does not know the operation, or gave no answer.
  case unanswered
}

/// Asks the accessors about one subject, or answers for those whose maker is known.
///
/// Accessors are users' code: no lock may be held.
final class AccessorCall {
  let base: any ExtensionBase.Type
  let extended: GeneratedCode.ExtensibleProtocol
  /// Whether to find out which constraint fails.
  private let explains: Bool
  private let conformances: TypeConformances
  /// Whether an answer depends on more than the declarations of the subject's own type.
  private(set) var hasAskedOthers = false

  init(base: any ExtensionBase.Type, explains: Bool = false) {
    self.base = base
    extended = base.extensibleProtocol
    self.explains = explains
    conformances = TypeConformances(TypeMetadata(base.subject))
  }

  struct Finding {
    let outcome: AccessorOutcome
    /// The only global actor on which the extension applies.
    var actor: TypeMetadata?
    /// Whether the extension has the same candidate for every subject.
    var isShared = false
  }

  /// The answer of an extension.
  ///
  /// Ends the process if its predicate needs that answer itself.
  func finding(of record: ExtensionRecord) -> Finding {
    if let known = known(of: record) { return known }
    let answer = AccessorStack.asking(record, for: base) {
      ask(record.accessor, GRAFT_OPERATION_APPLIES, conformance: conformance(for: record))
    }
    // The runtime of the extension's image has found the conformance that the table
    // has.
    if answer.hasCast, let wanted = extended.descriptor,
      case .conforms = conformances.answer(wanted)
    {
      SharedRuntime.note(record)
    }
    noteMaker(answer, of: record)
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

  /// The witness table, which saves the accessor a cast.
  private func conformance(for record: ExtensionRecord) -> UnsafeRawPointer? {
    guard SharedRuntime.isKnown(of: record), let wanted = extended.descriptor,
      case .conforms(let table) = conformances.answer(wanted)
    else { return nil }
    return table
  }

  // MARK: Known makers

  private func noteMaker(_ answer: Response, of record: ExtensionRecord) {
    guard record.maker.value == nil, let maker = answer.maker, let extended = answer.extended
    else { return }
    switch answer.outcome {
    case .applies, .constraintFails, .predicateFails:
      // The maker's image may be new.
      ConformanceTable.update()
      let pattern = MakerPattern(maker, extending: extended)
      record.maker.set(KnownMaker(pattern.flatMap { agrees($0, with: answer) ? $0 : nil }))
    case .otherProtocol, .shapeDiffers, .otherRuntime, .unanswered: break
    }
  }

  /// Whether a maker's pattern answers as its accessor does.
  ///
  /// A handwritten accessor may not.
  private func agrees(_ pattern: MakerPattern, with answer: Response) -> Bool {
    switch pattern.answer(for: conformances) {
    case .holds: if case .constraintFails = answer.outcome { false } else { answer.actor == nil }
    case .doesNot: if case .constraintFails = answer.outcome { true } else { false }
    case .undecided: true
    }
  }

  private func known(of record: ExtensionRecord) -> Finding? {
    guard let pattern = record.pattern else { return nil }
    guard pattern.extended === extended else { return Finding(outcome: .otherProtocol) }
    switch pattern.answer(for: conformances) {
    case .undecided: return nil
    case .doesNot: return explains ? nil : Finding(outcome: .constraintFails(nil))
    case .holds(let tables):
      guard record.registered.descriptor.hasPredicate else {
        return Finding(outcome: .applies, isShared: true)
      }
      hasAskedOthers = true
      let applies = AccessorStack.asking(record, for: base) {
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

  // MARK: Extensions that apply

  // An accessor returns an object of the class that the operation names. The caller
  // owns it (docs/abi.md).

  /// The requirements that an extension can answer wherever they are called.
  func answerable(_ requirements: [Int], by record: ExtensionRecord) -> [Int] {
    guard let actor = finding(of: record).actor, isIsolating(actor, record) else {
      return requirements
    }
    let onActor = extended.requirements(on: actor.address)
    return requirements.filter { onActor.contains($0) }
  }

  /// Whether an actor restricts where the extension can be called.
  ///
  /// It does not if the subject itself is isolated to the actor, or if the only
  /// isolated conformances are to protocols without requirements.
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
    return ask(record.accessor, GRAFT_OPERATION_MAKE_LINK, successors: successors).object.map {
      Unmanaged<ExtensionLink>.fromOpaque($0).takeRetainedValue()
    }
  }

  /// Makes the object that serves all subjects.
  static func makeObject<Object: AnyObject>(
    of record: ExtensionRecord, as type: Object.Type
  ) -> Object? {
    AccessorStack.asking(record, for: nil) {
      ask(record.accessor, GRAFT_OPERATION_MAKE_LINK).object.map {
        Unmanaged<Object>.fromOpaque($0).takeRetainedValue()
      }
    }
  }

  /// The lifecycle that a plug-in's manifest names.
  static func lifecycle(_ accessor: graft_accessor) -> (any ImageLifecycle.Type)? {
    ask(accessor, GRAFT_OPERATION_LIFECYCLE).object.map {
      Unmanaged<LifecycleBox>.fromOpaque($0).takeRetainedValue().type
    }
  }

  /// Compares the protocol that an extension was compiled against with the one in this process.
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
    let extended: GeneratedCode.ExtensibleProtocol?
    let actor: TypeMetadata?
    /// The type that makes links.
    let maker: TypeMetadata?
    /// Whether the runtime of the accessor's image sees that the subject conforms.
    let hasCast: Bool
    /// The protocol as the accessor was compiled against it, as text.
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
      request.subject = TypeMetadata(base.subject).address
      request.base = TypeMetadata(base).address
      if let successors {
        let successors = UnsafeRawPointer(successors.links)
        request.successors = successors.assumingMemoryBound(to: UnsafeRawPointer?.self)
      }
    }
  }

  /// Sends a request.
  ///
  /// Requests and responses borrow their protocols.
  ///
  /// - Parameter fill: fills in the subject, if there is one.
  private static func ask(
    _ accessor: graft_accessor, _ operation: Int, fill: (inout graft_request) -> Void = { _ in }
  ) -> Response {
    var response = graft_response()
    response.size = UInt32(MemoryLayout<graft_response>.size)
    return withUnsafeMutablePointer(to: &response) { response in
      var request = graft_request()
      request.size = UInt32(MemoryLayout<graft_request>.size)
      request.operation = UInt32(operation)
      // A placeholder, for requests without a subject.
      request.subject = TypeMetadata(Void.self).address
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
}
