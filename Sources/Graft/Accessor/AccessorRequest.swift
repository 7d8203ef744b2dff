// SPDX-License-Identifier: Apache-2.0

import CGraft

/// A request to an accessor, whose code is a user's: no lock may be held.
struct AccessorRequest {
  private let accessor: graft_accessor

  init(_ accessor: @escaping graft_accessor) {
    self.accessor = accessor
  }

  /// What an accessor tells of its extension.
  enum Description: Sendable {
    case described(ExtensionDescription)
    case pointcut
    case otherRuntime
    /// It gave no answer.
    case unanswered
  }

  var description: Description {
    let (result, outcome) = send(GRAFT_OPERATION_DESCRIBE)
    if let result { return .described(Unmanaged.fromOpaque(result).takeRetainedValue()) }
    return switch outcome {
    case GRAFT_OUTCOME_POINTCUT: .pointcut
    case GRAFT_OUTCOME_OTHER_RUNTIME: .otherRuntime
    default: .unanswered
    }
  }

  /// The class of the links for a subject; nil if a constraint fails.
  ///
  /// - Parameter tables: those by which the subject meets the constraints on itself.
  func linkClass(_ subject: TypeMetadata, _ tables: [UnsafeRawPointer]) -> TypeMetadata? {
    send(GRAFT_OPERATION_LINK_CLASS, subject, tables).result.map { TypeMetadata(address: $0) }
  }

  /// The constraints that depend on more than the subject, for a subject that meets them.
  func constraints(_ subject: TypeMetadata, _ tables: [UnsafeRawPointer]) -> [ExtensionConstraint] {
    guard let list = send(GRAFT_OPERATION_CONSTRAINTS, subject, tables).result else { return [] }
    return Unmanaged<ConstraintList>.fromOpaque(list).takeRetainedValue().constraints
  }

  /// The type that a plug-in's manifest names for its lifecycle.
  var lifecycle: (any ImageLifecycle.Type)? {
    send(GRAFT_OPERATION_LIFECYCLE).result.map {
      Unmanaged<LifecycleBox>.fromOpaque($0).takeRetainedValue().type
    }
  }

  func send(
    _ operation: Int, _ subject: TypeMetadata? = nil, _ tables: [UnsafeRawPointer] = []
  ) -> (result: UnsafeMutableRawPointer?, outcome: Int) {
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
        return (result, Int(response.pointee.outcome))
      }
    }
  }
}
