// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// What types implement themselves, as far as symbols tell: a witness table does not.
final class OwnMembers {
  private let program: SwiftProgram
  private struct Key: Hashable {
    let type: String
    let name: RequirementName
  }
  private lazy var symbols = readSymbols()

  /// Of symbols of all files: to demangle one takes microseconds.
  private static let countLimit = 1 << 18

  init(_ program: SwiftProgram) {
    self.program = program
  }

  /// The symbol of a type's implementation; nil if there is none, or names do not tell which
  /// requirement it is of.
  func symbol(
    of type: String, _ requirement: RequirementName, among extended: ExtensibleProtocol
  ) -> String? {
    let untyped = requirement.untyped
    guard extended.requirements.count(where: { $0.name.untyped == untyped }) == 1 else {
      return nil
    }
    return symbols[Key(type: type, name: untyped)]
  }

  /// Functions, accessors and initialisers, of values and of types.
  private static let suffixes = ["F", "FZ", "vg", "vs", "vgZ", "vsZ", "ig", "is", "fC"]

  private func readSymbols() -> [Key: String] {
    var found: [Key: String] = [:]
    var count = 0
    for file in program.files where !file.isOfToolchain {
      program.trying(file.origin) { () throws(InspectionError) in
        for symbol in try file.functionNames().sorted()
        where symbol.hasPrefix("$s") && Self.suffixes.contains(where: symbol.hasSuffix) {
          count += 1
          guard count <= Self.countLimit else {
            throw InspectionError(
              .tooLarge,
              "more than \(Self.countLimit) symbols are not asked which of them are"
                + " types' own implementations")
          }
          guard let text = Demangling.text(symbol), let member = DemangledMember(text) else {
            continue
          }
          let key = Key(type: member.type, name: member.name)
          if found[key] == nil { found[key] = symbol }
        }
      }
    }
    return found
  }
}
