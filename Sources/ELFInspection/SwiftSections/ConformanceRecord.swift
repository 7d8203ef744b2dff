// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// A type's conformance to a protocol, as an image declares it.
struct ConformanceRecord {
  let type: Declaration
  let conformed: Declaration
  /// The conditions on the generic arguments of the type.
  let conditions: [GenericSignature.Condition]
  /// The actor that it is isolated to; nil if it holds everywhere.
  let isolation: Isolation?
  let file: SwiftFile

  /// Isolation to a global actor.
  struct Isolation: Hashable, Sendable {
    /// The actor; nil if it is not understood.
    let actor: SwiftType?
  }

  /// Reads a record; nil for null pointers.
  init?(_ program: SwiftProgram, at place: FilePlace) throws(InspectionError) {
    let descriptor = try ConformanceDescriptor(at: place)
    let flags = descriptor.flags
    file = place.file
    func unsupported(_ what: String) -> InspectionError {
      InspectionError(.unsupported, what, offset: place.address, value: UInt64(flags.rawValue))
    }
    guard flags.typeKind == .descriptor || flags.typeKind == .pointer else {
      throw unsupported("a Swift conformance of an unknown kind of type")
    }
    guard flags.unknown == 0, !flags.isOfProtocol else {
      throw unsupported("a Swift conformance with unknown flags")
    }
    guard let conformed = try descriptor.conformed(), let type = try descriptor.type() else {
      return nil
    }
    self.type = program.declaration(type, in: file)
    self.conformed = program.declaration(conformed, in: file)
    conditions = try program.conditions(at: descriptor.conditions, count: flags.conditionCount)
    isolation =
      flags.isIsolated
      ? Isolation(
        actor: try descriptor.actor().flatMap { name throws(InspectionError) in
          try program.type(at: name)
        }) : nil
  }
}
