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

  /// The most symbols of all files that are demangled: each takes microseconds.
  private static let countLimit = 1 << 18

  /// The names of members that requirements ask for.
  private let bases: Set<[UInt8]>

  init(_ program: SwiftProgram, _ protocols: [ExtensibleProtocol]) {
    self.program = program
    bases = Set(protocols.flatMap(\.requirements).map { Array($0.name.base.utf8) })
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
  private static let suffixes = ["F", "FZ", "vg", "vs", "vgZ", "vsZ", "ig", "is", "fC"].map {
    Array($0.utf8)
  }

  private func readSymbols() -> [Key: String] {
    var found: [Key: String] = [:]
    var count = 0
    for file in program.files where !file.isOfToolchain {
      program.trying(file.origin) { () throws(InspectionError) in
        try file.eachFunctionName { name in
          guard isCandidate(name), count <= Self.countLimit else { return }
          count += 1
          let symbol = String(decoding: name, as: UTF8.self)
          guard let text = Demangling.text(symbol), let member = DemangledMember(text) else {
            return
          }
          let key = Key(type: member.type, name: member.name)
          found[key] = found[key].map { min($0, symbol) } ?? symbol
        }
        if count > Self.countLimit {
          throw InspectionError(
            .tooLarge,
            "more than \(Self.countLimit) symbols are not asked which of them are"
              + " types' own implementations")
        }
      }
    }
    return found
  }

  /// Whether a symbol can be one of a requirement's name: to demangle it is to ask.
  private func isCandidate(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard name.count > 4, name[0] == UInt8(ascii: "$"), name[1] == UInt8(ascii: "s"),
      Self.suffixes.contains(where: { name.suffix($0.count).elementsEqual($0) })
    else { return false }
    // An initialiser and a subscript have no name; a name can repeat words of those before
    // it, which a zero says.
    if name[name.count - 1] == UInt8(ascii: "C") || name[name.count - 2] == UInt8(ascii: "i") {
      return true
    }
    for index in name.indices where name[index] >= UInt8(ascii: "0") {
      guard name[index] <= UInt8(ascii: "9") else { continue }
      if name[index] == UInt8(ascii: "0"), index + 1 < name.count,
        name[index + 1] >= UInt8(ascii: "A")
      {
        return true
      }
      if index > 0, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(name[index - 1]) { continue }
      if let identifier = name.identifier(at: index), bases.contains(identifier) { return true }
    }
    return false
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Behind its length.
  fileprivate func identifier(at start: Int) -> [UInt8]? {
    var length = 0
    var index = start
    while index < count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self[index]) {
      length = length * 10 + Int(self[index] - UInt8(ascii: "0"))
      guard length <= count else { return nil }
      index += 1
    }
    return length <= count - index ? Array(self[index..<index + length]) : nil
  }
}
