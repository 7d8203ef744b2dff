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
  /// The numbers of the toolchain's files that were read.
  private var toolchainFiles: Set<Int> = []

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

  /// Reads the conformances of the toolchain's libraries, if a type is one of theirs.
  ///
  /// More of them can be opened whenever a symbol is looked up, also while they are read.
  private func read(toolchainOf type: Declaration) {
    guard program.file(type)?.isOfToolchain == true else { return }
    let given = byProtocol
    while program.files.contains(where: { $0.isOfToolchain && !toolchainFiles.contains($0.number) })
    {
      read { $0.isOfToolchain && toolchainFiles.insert($0.number).inserted }
    }
    // Subjects are types of the given files only.
    byProtocol = given
  }

  /// A type's conformance to a protocol, or nil.
  func record(of type: Declaration, to conformed: Declaration) -> ConformanceRecord? {
    let key = Key(type: type, conformed: conformed)
    if byKey[key] == nil { read(toolchainOf: type) }
    return byKey[key]
  }

  /// The protocols that a type is declared to conform to.
  func protocols(of type: Declaration) -> Set<Declaration> {
    read(toolchainOf: type)
    return Set(byKey.keys.lazy.filter { $0.type == type }.map(\.conformed))
  }
}
