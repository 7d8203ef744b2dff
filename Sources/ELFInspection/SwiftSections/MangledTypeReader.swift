// SPDX-License-Identifier: Apache-2.0

/// Reads a mangled type (swift/docs/ABI/Mangling.rst).
///
/// It covers the small part of mangling that compilers use in runtime sections.
struct MangledTypeReader {
  private let bytes: [UInt8]
  private let declarations: [Declaration]
  private let declared: (String) -> Declaration
  private var index = 0
  private var nextDeclaration = 0
  private var stack: [Node] = []

  private enum Node {
    case type(SwiftType)
    case identifier(String, start: Int)
    case module(start: Int)
    /// `y`: the start of arguments, or the empty type.
    case marker
    /// `_`: between the arguments of a type and those of a nested type.
    case separator
  }

  /// The byte for a declaration that is referred to by address.
  static let reference: UInt8 = 1

  /// Reads a type; nil if it is not understood.
  ///
  /// - Parameters:
  ///   - declarations: the declarations for each `reference`.
  ///   - declared: returns the declaration of a descriptor's symbol.
  static func read(
    _ bytes: [UInt8], _ declarations: [Declaration], declared: (String) -> Declaration
  ) -> SwiftType? {
    withoutActuallyEscaping(declared) { declared in
      var reader = MangledTypeReader(bytes, declarations, declared)
      if let type = reader.read() { return type }
      guard let last = bytes.last, Self.structural.contains(last) else { return nil }
      return .structural(bytes, declarations)
    }
  }

  /// The operators of functions, tuples, existentials and metatypes.
  private static let structural = Set("ctpmTl".utf8)

  private init(
    _ bytes: [UInt8], _ declarations: [Declaration], _ declared: @escaping (String) -> Declaration
  ) {
    self.bytes = bytes
    self.declarations = declarations
    self.declared = declared
  }

  private mutating func read() -> SwiftType? {
    while index < bytes.count {
      guard step(), stack.count < SwiftType.deepest else { return nil }
    }
    guard stack.count == 1, case .type(let type) = stack[0] else { return nil }
    return type
  }

  private mutating func next() -> UInt8? {
    guard index < bytes.count else { return nil }
    index += 1
    return bytes[index - 1]
  }

  /// Reads one operator; false for an unknown one.
  private mutating func step() -> Bool {
    let start = index
    guard let byte = next() else { return false }
    switch byte {
    case Self.reference: return pushReference()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return pushIdentifier(start)
    case UInt8(ascii: "S"): return pushStandard(start)
    case UInt8(ascii: "s"): stack.append(.module(start: start))
    case UInt8(ascii: "x"): stack.append(.type(.parameter(0)))
    case UInt8(ascii: "q"): return pushParameter()
    case UInt8(ascii: "Q"): return pushMember()
    case UInt8(ascii: "V"), UInt8(ascii: "O"), UInt8(ascii: "C"): return makeNominal()
    case UInt8(ascii: "y"): stack.append(.marker)
    case UInt8(ascii: "_"): stack.append(.separator)
    case UInt8(ascii: "G"): return bindArguments()
    default: return false
    }
    return true
  }

  private mutating func pushReference() -> Bool {
    guard nextDeclaration < declarations.count else { return false }
    stack.append(.type(.nominal(declarations[nextDeclaration], [])))
    nextDeclaration += 1
    return true
  }

  private mutating func pushIdentifier(_ start: Int) -> Bool {
    index = start
    var count = 0
    while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) {
      // A leading zero means that words of earlier identifiers are repeated.
      if count == 0, bytes[index] == UInt8(ascii: "0") { return false }
      count = count * 10 + Int(bytes[index] - UInt8(ascii: "0"))
      index += 1
      guard count <= bytes.count else { return false }
    }
    guard count <= bytes.count - index else { return false }
    let text = String(decoding: bytes[index..<index + count], as: UTF8.self)
    index += count
    stack.append(.identifier(text, start: start))
    return true
  }

  /// Reads a one-letter type of the standard library; `So` is C's.
  private mutating func pushStandard(_ start: Int) -> Bool {
    guard let letter = next() else { return false }
    if letter == UInt8(ascii: "g") {
      guard let wrapped = popType() else { return false }
      stack.append(.type(.nominal(declared("$sSqMn"), [wrapped])))
      return true
    }
    if letter == UInt8(ascii: "c") { return pushConcurrency() }
    guard (UInt8(ascii: "A")...UInt8(ascii: "z")).contains(letter),
      letter != UInt8(ascii: "o"), letter != UInt8(ascii: "C")
    else { return false }
    let symbol = "$sS\(Character(Unicode.Scalar(letter)))"
    let isProtocol = Self.standardProtocols.contains(letter)
    stack.append(.type(.nominal(declared(symbol + (isProtocol ? "Mp" : "Mn")), [])))
    return true
  }

  /// Reads a type of the concurrency library, such as `ScM` for the main actor.
  private mutating func pushConcurrency() -> Bool {
    guard let letter = next(), (UInt8(ascii: "A")...UInt8(ascii: "z")).contains(letter) else {
      return false
    }
    let suffix = Self.concurrencyProtocols.contains(letter) ? "Mp" : "Mn"
    stack.append(.type(.nominal(declared("$sSc\(Character(Unicode.Scalar(letter)))\(suffix)"), [])))
    return true
  }

  private static let concurrencyProtocols = Set("AFIfhi".utf8)
  private static let standardProtocols = Set("BEFGHKLMQTUXYZejklmtxyz".utf8)

  /// Reads `q_`, `q0_`, …: the parameters after `x`.
  private mutating func pushParameter() -> Bool {
    guard let number = number() else { return false }
    stack.append(.type(.parameter(number + 1)))
    return true
  }

  /// Reads an index: `_` is 0, `0_` is 1 and so on.
  private mutating func number() -> Int? {
    var number: Int?
    while let byte = next() {
      if byte == UInt8(ascii: "_") { return number.map { $0 + 1 } ?? 0 }
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), number ?? 0 < 1 << 16 else {
        return nil
      }
      number = (number ?? 0) * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return nil
  }

  /// Reads an associated type: a name, optionally the protocol that declares
  /// it, then `Qz` for a member of `x`, `Qy` and an index for one of another
  /// parameter, `Qx` for one of the preceding type.
  private mutating func pushMember() -> Bool {
    guard let operation = next(), let name = popMemberName() else { return false }
    switch operation {
    case UInt8(ascii: "z"): stack.append(.type(.member(.parameter(0), name)))
    case UInt8(ascii: "y"):
      guard let number = number() else { return false }
      stack.append(.type(.member(.parameter(number + 1), name)))
    case UInt8(ascii: "x"):
      guard let base = popType() else { return false }
      stack.append(.type(.member(base, name)))
    case UInt8(ascii: "Z"):
      // Paths of several names, which end in `_`, are not understood.
      return false
    default: return false
    }
    return true
  }

  private mutating func popMemberName() -> String? {
    // The protocol tells apart members of the same name.
    if case .type(.nominal) = stack.last { stack.removeLast() }
    guard case .identifier(let name, _)? = stack.popLast() else { return nil }
    return name
  }

  private mutating func popType() -> SwiftType? {
    guard case .type(let type)? = stack.popLast() else { return nil }
    return type
  }

  /// Reads a module and a name, such as `s5UInt8V`; the descriptor's symbol has
  /// the same text.
  private mutating func makeNominal() -> Bool {
    guard case .identifier? = stack.popLast() else { return false }
    let start: Int
    switch stack.popLast() {
    case .identifier(_, let place)?, .module(let place)?: start = place
    case .type, .marker, .separator, nil: return false
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    stack.append(.type(.nominal(declared("$s\(text)Mn"), [])))
    return true
  }

  private mutating func bindArguments() -> Bool {
    var arguments: [SwiftType] = []
    while let node = stack.popLast() {
      switch node {
      case .type(let type): arguments.append(type)
      case .marker:
        guard case .nominal(let declaration, [])? = popType() else { return false }
        stack.append(.type(.nominal(declaration, arguments.reversed())))
        return true
      case .separator: continue
      case .identifier, .module: return false
      }
    }
    return false
  }
}
