// SPDX-License-Identifier: Apache-2.0

import CGraft

/// A request to an accessor, whose code is a user's: no lock may be held.
struct AccessorRequest {
  let accessor: graft_accessor

  /// An accessor's description of its extension.
  enum Description: @unchecked Sendable {
    case described(ExtensionDescription)
    /// The class of a pointcut.
    case pointcut(TypeMetadata)
    case otherRuntime
    /// It describes the extension to another copy of Graft.
    case otherCopy
    /// It gave no answer.
    case unanswered
  }

  var description: Description {
    let (result, outcome, _) = send(GRAFT_OPERATION_DESCRIBE)
    switch (outcome, result) {
    case (GRAFT_OUTCOME_ANSWERED, let result?):
      return Self.take(result, as: ExtensionDescription.self).map { .described($0) } ?? .otherCopy
    case (GRAFT_OUTCOME_POINTCUT, let result?): return .pointcut(TypeMetadata(address: result))
    case (GRAFT_OUTCOME_OTHER_RUNTIME, _): return .otherRuntime
    default: return .unanswered
    }
  }

  /// The class of the links for a subject, and the only global actor on which the constraints hold
  /// that depend on more than the subject; nil if one fails.
  ///
  /// - Parameter tables: those by which the subject meets the constraints on itself.
  func linkClass(
    _ subject: TypeMetadata, _ tables: [UnsafeRawPointer]
  ) -> (type: TypeMetadata, actor: TypeMetadata?)? {
    let (result, _, actor) = send(GRAFT_OPERATION_LINK_CLASS, subject, tables)
    return result.map { (TypeMetadata(address: $0), actor) }
  }

  /// The constraints that depend on more than the subject, for a subject that meets them.
  func constraints(_ subject: TypeMetadata, _ tables: [UnsafeRawPointer]) -> [ExtensionConstraint] {
    send(GRAFT_OPERATION_CONSTRAINTS, subject, tables).result
      .flatMap { Self.take($0, as: ConstraintList.self) }?.constraints ?? []
  }

  /// The object of a result, which the caller owns; nil if its class is another copy of Graft's.
  static func take<Object: AnyObject>(
    _ result: UnsafeMutableRawPointer, as type: Object.Type
  ) -> Object? {
    Unmanaged<AnyObject>.fromOpaque(result).takeRetainedValue() as? Object
  }

  func send(
    _ operation: Int, _ subject: TypeMetadata? = nil, _ tables: [UnsafeRawPointer] = []
  ) -> (result: UnsafeMutableRawPointer?, outcome: Int, actor: TypeMetadata?) {
    var response = graft_response()
    response.size = UInt32(MemoryLayout<graft_response>.size)
    return withUnsafeMutablePointer(to: &response) { response in
      tables.map(Optional.some).withUnsafeBufferPointer { tables in
        var request = graft_request()
        request.size = UInt32(MemoryLayout<graft_request>.size)
        request.operation = UInt32(operation)
        request.runtime = TypeMetadata(Int.self).address
        request.subject = subject?.address
        request.tables = tables.baseAddress
        request.table_count = UInt64(tables.count)
        request.response = response
        let result = accessor(&request)
        return (
          result, Int(response.pointee.outcome),
          response.pointee.actor.map { TypeMetadata(address: $0) }
        )
      }
    }
  }
}
