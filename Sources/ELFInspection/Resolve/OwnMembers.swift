// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// Finds the requirements that types implement themselves, as far as symbols prove
/// it.
///
/// Witness tables do not tell.
///
/// The witness's symbol has the requirement's full signature and the
/// conformance's symbol its type and module. A symbol of exactly that member in
/// that module is the type's own implementation: the compiler prefers it to any
/// default.
final class OwnMembers {
  private let program: SwiftProgram
  private lazy var symbols = OwnSymbols(program, bases)
  /// The base names of all requirements.
  private let bases: Set<[UInt8]>
  private var conformances: [Declaration: Conformance?] = [:]
  private var defaults: [String: [DemangledMember]] = [:]

  init(_ program: SwiftProgram, _ protocols: [ExtensibleProtocol]) {
    self.program = program
    bases = Set(protocols.flatMap(\.requirements).map { Array($0.name.base.utf8) })
  }

  /// The symbol of a type's own implementation; nil if no symbol proves that it
  /// has one.
  func symbol(
    of record: ConformanceRecord, _ requirement: RequirementName, of extended: ExtensibleProtocol
  ) -> String? {
    guard let conformance = conformance(record),
      let signature = signature(conformance, requirement)
    else { return nil }
    let names = conformance.parts.implementations(of: signature) { name in
      program.associatedTypes.type(of: record.type, name).flatMap(demangled)
    }
    return names.lazy.compactMap { self.symbols.members[$0] }.first
      ?? inherited(by: record, conformance.parts, signature)
  }

  private struct Conformance {
    let text: String
    let parts: DemangledConformance
  }

  private func conformance(_ record: ConformanceRecord) -> Conformance? {
    if let known = conformances[record.declaration] { return known }
    var found: Conformance?
    if let text = symbols.conformances[record.declaration].flatMap(Demangling.described) {
      found = DemangledConformance(text).map { Conformance(text: text, parts: $0) }
    }
    conformances[record.declaration] = .some(found)
    return found
  }

  /// The requirement's signature, from the witness or from the default that
  /// `@Extensible` wrote.
  private func signature(
    _ conformance: Conformance, _ requirement: RequirementName
  ) -> DemangledMember? {
    let conformed = conformance.parts.conformed
    let witnesses = (symbols.witnesses[conformance.text] ?? []).compactMap {
      DemangledMember($0, of: conformed)
    }
    let all = witnesses.isEmpty ? defaults(of: conformed) : witnesses
    let found = all.filter { $0.untypedName == requirement.untyped }
    guard found.count > 1 else { return found.first }
    // Overloads: the name has the types.
    let types = DemangledMember(isStatic: false, signature: requirement.text).parameterTypes
    let exact = found.filter { $0.parameterTypes == types }
    return exact.count == 1 ? exact[0] : nil
  }

  private func defaults(of conformed: String) -> [DemangledMember] {
    if let known = defaults[conformed] { return known }
    let owner = "(extension in \(conformed.prefix { $0 != "." })):\(conformed)"
    let found = symbols.members.keys.compactMap { DemangledMember($0, of: owner) }
    defaults[conformed] = found
    return found
  }

  /// The symbol of a superclass's member in the same module, if the signature
  /// does not mention the type.
  private func inherited(
    by record: ConformanceRecord, _ conformance: DemangledConformance, _ member: DemangledMember
  ) -> String? {
    guard !member.signature.hasPrefix("init"),
      member.signature.replacingTokens({ $0 == "A" ? "" : nil }) == member.signature,
      let classes = try? program.superclasses(of: .nominal(record.type, []))
    else { return nil }
    for ancestor in classes.dropFirst() {
      guard let declaration = ancestor.declaration,
        let text = symbols.types[declaration].flatMap(Demangling.described)
      else { return nil }
      let inheriting = DemangledConformance(
        type: text, conformed: conformance.conformed,
        module: conformance.module)
      let names = inheriting.implementations(of: member) { _ in nil }
      if let symbol = names.lazy.compactMap({ self.symbols.members[$0] }).first { return symbol }
    }
    return nil
  }

  /// The type's demangled text; nil if it is unknown.
  private func demangled(_ type: SwiftType) -> String? {
    switch type {
    case .parameter(let number):
      return number < 26 ? String(Character(Unicode.Scalar(UInt8(65 + number)))) : nil
    case .nominal(let declaration, let arguments):
      let name = program.name(declaration)
      let texts = arguments.compactMap(demangled)
      guard texts.count == arguments.count else { return nil }
      switch (name, texts.count) {
      case (_, 0): return name
      case ("Swift.Optional", 1): return texts[0] + "?"
      case ("Swift.Array", 1): return "[\(texts[0])]"
      case ("Swift.Dictionary", 2): return "[\(texts[0]) : \(texts[1])]"
      default: return "\(name)<\(texts.joined(separator: ", "))>"
      }
    case .member, .structural: return nil
    }
  }
}

/// The relevant symbols of all files.
private struct OwnSymbols {
  /// The symbols of conformance descriptors.
  private(set) var conformances: [Declaration: String] = [:]
  /// The symbols of class descriptors.
  private(set) var types: [Declaration: String] = [:]
  /// The requirements, by the conformance's text.
  private(set) var witnesses: [String: [DemangledMember.Key]] = [:]
  private(set) var members: [DemangledMember.Key: String] = [:]
  private let bases: Set<[UInt8]>
  private let mayBeAny: Bool

  /// The most symbols that are demangled, at some microseconds each.
  private static let countLimit = 1 << 18

  init(_ program: SwiftProgram, _ bases: Set<[UInt8]>) {
    self.bases = bases
    // Names of operators are mangled as letters.
    mayBeAny = bases.contains { $0.first.map { $0 < 0x80 && !$0.isLetter } ?? true }
    var count = 0
    for file in program.files where !file.isOfToolchain {
      program.trying(file.origin) { () throws(InspectionError) in
        try file.eachSymbol { symbol, name in
          guard count <= Self.countLimit, take(symbol, name, in: file) else { return }
          count += 1
        }
        if count > Self.countLimit {
          throw InspectionError(
            .tooLarge,
            "types' own implementations are searched for in \(Self.countLimit) symbols only")
        }
      }
    }
  }

  /// Adds a symbol; false if it did not have to be demangled.
  private mutating func take(
    _ symbol: Symbol, _ name: UnsafeBufferPointer<UInt8>, in file: SwiftFile
  ) -> Bool {
    guard name.count > 4, name[0] == UInt8(ascii: "$"), name[1] == UInt8(ascii: "s") else {
      return false
    }
    if name.ends(with: "Mc") || name.ends(with: "CMn") {
      let declaration = Declaration.described(file: file.number, address: symbol.value)
      let text = String(decoding: name, as: UTF8.self)
      if name.ends(with: "Mc") {
        conformances[declaration] = text
      } else {
        types[declaration] = text
      }
      return false
    }
    guard symbol.isFunction, isCandidate(name) else { return false }
    let mangled = String(decoding: name, as: UTF8.self)
    guard let text = Demangling.text(mangled) else { return true }
    if text.hasPrefix(Self.witness) {
      guard let place = text.ranges(of: " in conformance ").last else { return true }
      let requirement = text[..<place.lowerBound].dropFirst(Self.witness.count)
      witnesses[String(text[place.upperBound...]), default: []]
        .append(DemangledMember.Key(requirement, mangled: mangled))
    } else {
      let key = DemangledMember.Key(text, mangled: mangled)
      members[key] = members[key].map { min($0, mangled) } ?? mangled
    }
    return true
  }

  private static let witness = "protocol witness for "

  /// The mangled suffixes of functions, accessors and initialisers, static ones
  /// included.
  private static let suffixes = [
    "F", "FZ", "vg", "vs", "vgZ", "vsZ", "ig", "is", "igZ", "isZ", "fC",
  ].flatMap { [Array($0.utf8), Array(($0 + "TW").utf8)] }

  /// Whether a symbol may be a requirement's implementation, so that it is
  /// worth demangling.
  private func isCandidate(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    guard Self.suffixes.contains(where: { name.suffix($0.count).elementsEqual($0) }) else {
      return false
    }
    if mayBeAny { return true }
    // Initialisers and subscripts have no name. An identifier that begins with
    // a zero repeats earlier words, or has letters beyond ASCII.
    let end = name.ends(with: "TW") ? name.count - 2 : name.count
    if name[end - 1] == UInt8(ascii: "C") || name[end - 2] == UInt8(ascii: "i")
      || name[end - 3] == UInt8(ascii: "i")
    {
      return true
    }
    for index in name.indices where name[index].isDigit {
      if index > 0, name[index - 1].isDigit { continue }
      if name[index] == UInt8(ascii: "0") { return true }
      if let identifier = name.identifier(at: index), bases.contains(identifier) { return true }
    }
    return false
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
  fileprivate var isLetter: Bool {
    self == UInt8(ascii: "_")
      || (self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "z"))
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func ends(with text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    return count >= length
      && (0..<length).allSatisfy { self[count - length + $0] == text.utf8Start[$0] }
  }

  /// The identifier that follows its length at an index.
  fileprivate func identifier(at start: Int) -> [UInt8]? {
    var length = 0
    var index = start
    while index < count, self[index].isDigit {
      length = length * 10 + Int(self[index] - UInt8(ascii: "0"))
      guard length <= count else { return nil }
      index += 1
    }
    return length <= count - index ? Array(self[index..<index + length]) : nil
  }
}
