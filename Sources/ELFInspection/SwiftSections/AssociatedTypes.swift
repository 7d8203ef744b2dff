// SPDX-License-Identifier: Apache-2.0

/// The associated types of conforming types, from reflection metadata.
final class AssociatedTypes {
  private struct Key: Hashable {
    let type: Declaration
    let name: String
  }

  private unowned let program: SwiftProgram
  private var types: [Key: SwiftType] = [:]
  private var filesRead: Set<Int> = []

  init(_ program: SwiftProgram) {
    self.program = program
    for file in program.files where !file.isOfToolchain { read(file) }
  }

  /// The type given for an associated type; nil if it is unknown or not
  /// understood.
  func type(of type: Declaration, _ name: String) -> SwiftType? {
    if let file = program.file(type), file.isOfToolchain { read(file) }
    return types[Key(type: type, name: name)]
  }

  private func read(_ file: SwiftFile) {
    guard filesRead.insert(file.number).inserted else { return }
    program.trying(file.origin) { () throws(InspectionError) in
      for range in file.ranges(of: SwiftFile.SectionName.associatedTypes) {
        var next = range.lowerBound
        while next < range.upperBound, range.upperBound - next >= 16 {
          next = try readOne(file, at: next)
        }
      }
    }
  }

  /// Reads one descriptor: the mangled names of the type and the protocol, the
  /// number and size of records; then records of a name and a mangled type.
  private func readOne(_ file: SwiftFile, at address: UInt64) throws(InspectionError) -> UInt64 {
    let count = UInt64(try file.memory.u32(at: address &+ 8))
    let byteCount = UInt64(try file.memory.u32(at: address &+ 12))
    guard count <= GenericSignature.countLimit, byteCount == 8 else {
      throw InspectionError(
        .malformedSwiftSection, "associated types in an unknown form", offset: address,
        value: count)
    }
    let first = address &+ 16
    guard case .nominal(let type, _)? = try program.type(file, named: address) else {
      return first &+ 8 &* count
    }
    for index in 0..<count {
      let record = first &+ 8 &* index
      guard let name = try file.memory.relative(at: record),
        let value = try program.type(file, named: record &+ 4)
      else { continue }
      types[Key(type: type, name: try file.memory.text(at: name))] = value
    }
    return first &+ 8 &* count
  }
}
