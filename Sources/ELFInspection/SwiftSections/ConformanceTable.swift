// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// The conformances that files declare.
///
/// Toolchain libraries are read only if one of their types is looked up.
final class ConformanceTable {
  private struct Key: Hashable {
    let type: Declaration
    let conformed: Declaration
  }

  private unowned let program: SwiftProgram
  private var byKey: [Key: ConformanceRecord] = [:]
  private(set) var byProtocol: [Declaration: [ConformanceRecord]] = [:]
  private var hasToolchain = false

  init(_ program: SwiftProgram) {
    self.program = program
    read { !$0.isOfToolchain }
  }

  private func read(_ isWanted: (SwiftFile) -> Bool) {
    for file in program.files where isWanted(file) {
      for entry in file.addresses(of: SwiftFile.SectionName.conformances, by: 4) {
        program.trying(file.origin) { () throws(InspectionError) in
          guard let place = try file.place(at: entry).relative(at: 0),
            let record = try ConformanceRecord(program, at: place)
          else { return }
          let key = Key(type: record.type, conformed: record.conformed)
          // Two modules can declare the same conformance.
          if byKey[key] == nil { byKey[key] = record }
          byProtocol[record.conformed, default: []].append(record)
        }
      }
    }
  }

  /// A type's conformance to a protocol, or nil.
  func record(of type: Declaration, to conformed: Declaration) -> ConformanceRecord? {
    if let found = byKey[Key(type: type, conformed: conformed)] { return found }
    guard !hasToolchain, program.file(type)?.isOfToolchain == true else { return nil }
    hasToolchain = true
    let given = byProtocol
    read(\.isOfToolchain)
    // Subjects are types of the given files only.
    byProtocol = given
    return byKey[Key(type: type, conformed: conformed)]
  }
}
