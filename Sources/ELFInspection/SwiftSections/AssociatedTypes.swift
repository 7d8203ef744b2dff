// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

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
    let place = file.place(at: address)
    let count = Int(try place.word(at: 8))
    guard count <= GenericSignature.countLimit, try place.word(at: 12) == 8 else {
      throw InspectionError(
        .malformedSwiftSection, "associated types in an unknown form", offset: address,
        value: UInt64(count))
    }
    let end = place.advanced(by: 16 + 8 * count).address
    guard let name = try place.relative(at: 0),
      case .nominal(let type, _)? = try program.type(at: name)
    else { return end }
    for index in 0..<count {
      let record = place.advanced(by: 16 + 8 * index)
      guard let name = try record.relative(at: 0), let mangled = try record.relative(at: 4),
        let value = try program.type(at: mangled)
      else { continue }
      types[Key(type: type, name: try file.memory.text(at: name.address))] = value
    }
    return end
  }
}
