// SPDX-License-Identifier: Apache-2.0

import CGraft

/// What an accessor says of a subject.
enum AccessorOutcome: Hashable {
  case applies
  case otherProtocol
  case shapeDiffers
  /// Counted from 0 in the order of the descriptor's constraints.
  case constraintFails(Int)
  case predicateFails
  case otherRuntime
  /// The accessor does not know the operation, or gave no answer.
  case unanswered
}

/// Asks accessors. They are the code of users: no lock is held here.
struct AccessorCall {
  let base: any ExtensionBase.Type

  func outcome(of record: ExtensionRecord) -> AccessorOutcome { answer(of: record).outcome }

  /// Whether an extension applies, and the global actor on which alone it does. Fails
  /// where its predicate needs the answer.
  func answer(
    of record: ExtensionRecord
  ) -> (outcome: AccessorOutcome, actor: TypeMetadata?) {
    AskedAccessors.asking(record, for: base) {
      let answer = ask(record.accessor, GRAFT_OPERATION_APPLIES)
      return (answer.outcome, answer.actor)
    }
  }

  /// Those of an extension's requirements that it can answer wherever they are called.
  func answerable(_ requirements: Set<Int>, by record: ExtensionRecord) -> Set<Int> {
    guard let actor = answer(of: record).actor, isIsolating(actor, record) else {
      return requirements
    }
    return requirements.intersection(base.extensibleProtocol.requirements(on: actor.address))
  }

  /// Whether it matters that an extension's constraints hold on a global actor only. It does
  /// not where the subject itself can be used there only, nor where all that is isolated is
  /// that it conforms to protocols which require nothing.
  func isIsolating(_ actor: TypeMetadata, _ record: ExtensionRecord) -> Bool {
    if base.isolation == actor { return false }
    return constraints(of: record.accessor).contains { constraint in
      guard constraint.relation == .conforms else { return false }
      guard constraint.path == "Subject" else { return true }
      let protocols = ExistentialType(TypeMetadata(constraint.type))?.protocols ?? []
      return protocols.contains { !$0.requiresNothing && base.isIsolated(to: $0) }
    }
  }

  func constraints(of accessor: graft_accessor) -> [ExtensionConstraint] {
    guard let list = ask(accessor, GRAFT_OPERATION_DESCRIBE).object else { return [] }
    return Unmanaged<ConstraintList>.fromOpaque(list).takeRetainedValue().constraints
  }

  func makeLink(_ accessor: graft_accessor, on seat: LinkSeat) -> ExtensionLink? {
    guard let link = ask(accessor, GRAFT_OPERATION_MAKE_LINK, seat: seat).object else {
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

  /// Whether the extension was compiled against its protocol as it is in this
  /// process, and which protocol that is. Needs no subject.
  static func check(
    _ accessor: graft_accessor
  ) -> (outcome: AccessorOutcome, extended: _ExtensibleProtocol?) {
    let answer = ask(accessor, GRAFT_OPERATION_CHECK)
    return (answer.outcome, answer.extended)
  }

  private struct Answer {
    let object: UnsafeMutableRawPointer?
    let outcome: AccessorOutcome
    /// The accessor's protocol, where it was asked for that.
    let extended: _ExtensibleProtocol?
    let actor: TypeMetadata?
  }

  private func ask(
    _ accessor: graft_accessor, _ operation: Int, seat: LinkSeat? = nil
  ) -> Answer {
    Self.ask(accessor, operation) { request in
      request.protocol = UnsafeRawPointer(
        Unmanaged.passUnretained(base.extensibleProtocol).toOpaque())
      request.subject = Self.metadata(base.subject)
      request.base = Self.metadata(base)
      if let seat {
        let successors = UnsafeRawPointer(seat.successors)
        request.successors = successors.assumingMemoryBound(to: UnsafeRawPointer?.self)
      }
    }
  }

  /// - Parameter fill: says for which subject, if it is for one.
  private static func ask(
    _ accessor: graft_accessor, _ operation: Int, fill: (inout graft_request) -> Void = { _ in }
  ) -> Answer {
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
      return Answer(
        object: object, outcome: outcome(response.pointee),
        extended: response.pointee.protocol.map {
          Unmanaged<_ExtensibleProtocol>.fromOpaque($0).takeUnretainedValue()
        }, actor: response.pointee.actor.map { TypeMetadata(address: $0) })
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
    unsafeBitCast(type, to: UnsafeRawPointer.self)
  }
}
