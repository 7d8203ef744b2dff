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
  /// The nodes that a later `A` and a letter can repeat; nil once they are not known to be complete.
  private var repeatable: [Node]? = []

  private enum Node: Equatable {
    case type(SwiftType)
    case identifier(String, place: Range<Int>)
    case module(start: Int)
    /// `y`: the start of arguments, or the empty type.
    case marker
    /// `_`: behind the first item of a list, or between the arguments of a type and those of a
    /// nested type.
    case separator
    /// An effect or attribute of a function.
    case effect(String)
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
      var reader = MangledTypeReader(
        bytes: bytes, declarations: declarations, declared: declared)
      if let type = reader.read() { return type }
      guard let last = bytes.last, Self.structural.contains(last),
        !bytes.suffix(2).elementsEqual("Xc".utf8)
      else { return nil }
      return .structural(bytes, declarations)
    }
  }

  /// The operators of functions, tuples, existentials and metatypes.
  private static let structural = Set("ctpmT".utf8)

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
    case Self.reference: return pushReference() && remember()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return pushIdentifier(start) && remember()
    case UInt8(ascii: "A"): return repeatOne()
    case UInt8(ascii: "S"): return pushStandard(start)
    case UInt8(ascii: "s"): stack.append(.module(start: start))
    case UInt8(ascii: "x"): return push(.parameter(0))
    case UInt8(ascii: "q"): return pushParameter()
    case UInt8(ascii: "Q"): return pushMember() && remember()
    case UInt8(ascii: "V"), UInt8(ascii: "O"), UInt8(ascii: "C"):
      return makeNominal("Mn") && remember()
    case UInt8(ascii: "P"): return makeNominal("Mp") && remember()
    case UInt8(ascii: "y"): stack.append(.marker)
    case UInt8(ascii: "_"): stack.append(.separator)
    default:
      repeatable = nil
      return combine(byte)
    }
    return true
  }

  /// Reads an operator that makes a type of the preceding ones.
  private mutating func combine(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "G"): bindArguments()
    case UInt8(ascii: "p"): makeExistential(superclass: nil, isObject: false)
    case UInt8(ascii: "X"): makeObjectExistential()
    case UInt8(ascii: "K"): pushEffect("throws")
    case UInt8(ascii: "Y"): pushEffect(next().flatMap { Self.effects[$0] })
    case UInt8(ascii: "c"): makeFunction()
    case UInt8(ascii: "t"): makeTuple()
    case UInt8(ascii: "m"): makeMetatype()
    default: false
    }
  }

  private static let effects = [UInt8(ascii: "a"): "async", UInt8(ascii: "b"): "@Sendable"]

  private mutating func push(_ type: SwiftType) -> Bool {
    stack.append(.type(type))
    return true
  }

  private mutating func pushEffect(_ effect: String?) -> Bool {
    guard let effect else { return false }
    stack.append(.effect(effect))
    return true
  }

  /// Reads a function: its result, its parameters and its effects, then `c`.
  private mutating func makeFunction() -> Bool {
    var effects: [String] = []
    while case .effect(let effect)? = stack.last {
      stack.removeLast()
      effects.append(effect)
    }
    guard let parameters = popTypeOrNothing(), let result = popTypeOrNothing() else { return false }
    return push(.compound(.function(effects: effects), [result, parameters]))
  }

  /// A type, or `y` for none.
  private mutating func popTypeOrNothing() -> SwiftType? {
    pop(.marker) ? .compound(.tuple(labels: []), []) : popType()
  }

  /// Removes the last node; false if it is another one.
  private mutating func pop(_ node: Node) -> Bool {
    guard stack.last == node else { return false }
    stack.removeLast()
    return true
  }

  /// Reads a tuple: its elements, each with a label if it has one, then `t`.
  private mutating func makeTuple() -> Bool {
    var (labels, elements): ([String], [SwiftType]) = ([], [])
    var isFirst = pop(.marker)
    while !isFirst {
      isFirst = pop(.separator)
      var label = ""
      if case .identifier(let name, _)? = stack.last {
        stack.removeLast()
        label = name
      }
      guard let element = popType() else { return false }
      labels.append(label)
      elements.append(element)
    }
    return push(.compound(.tuple(labels: labels.reversed()), elements.reversed()))
  }

  private mutating func makeMetatype() -> Bool {
    guard let type = popType() else { return false }
    return push(.compound(.metatype, [type]))
  }

  private mutating func remember() -> Bool {
    if let last = stack.last { repeatable?.append(last) }
    return true
  }

  /// Reads a letter that repeats what came before: `A` for the first.
  private mutating func repeatOne() -> Bool {
    guard let letter = next(), let repeatable, letter >= UInt8(ascii: "A"),
      letter - UInt8(ascii: "A") < repeatable.count
    else { return false }
    stack.append(repeatable[Int(letter - UInt8(ascii: "A"))])
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
    stack.append(.identifier(text, place: start..<index))
    return true
  }

  /// Reads a one-letter type of the standard library; `So` is C's.
  private mutating func pushStandard(_ start: Int) -> Bool {
    guard let letter = next() else { return false }
    if letter == UInt8(ascii: "g") {
      guard let wrapped = popType() else { return false }
      repeatable = nil
      return push(.nominal(declared("$sSqMn"), [wrapped]))
    }
    if letter == UInt8(ascii: "c") { return pushConcurrency() }
    guard (UInt8(ascii: "A")...UInt8(ascii: "z")).contains(letter),
      letter != UInt8(ascii: "o"), letter != UInt8(ascii: "C")
    else { return false }
    let symbol = "$sS\(Character(Unicode.Scalar(letter)))"
    let isProtocol = Self.standardProtocols.contains(letter)
    return push(.nominal(declared(symbol + (isProtocol ? "Mp" : "Mn")), []))
  }

  /// Reads a type of the concurrency library, such as `ScM` for the main actor.
  private mutating func pushConcurrency() -> Bool {
    guard let letter = next(), (UInt8(ascii: "A")...UInt8(ascii: "z")).contains(letter) else {
      return false
    }
    let suffix = Self.concurrencyProtocols.contains(letter) ? "Mp" : "Mn"
    return push(.nominal(declared("$sSc\(Character(Unicode.Scalar(letter)))\(suffix)"), []))
  }

  private static let concurrencyProtocols = Set("AFIfhi".utf8)
  private static let standardProtocols = Set("BEFGHKLMQTUXYZejklmtxyz".utf8)

  /// Reads `q_`, `q0_`, …: the parameters after `x`.
  private mutating func pushParameter() -> Bool {
    guard let number = number() else { return false }
    return push(.parameter(number + 1))
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
  ///
  /// A capital letter is for a path of several names; `_` follows the first.
  private mutating func pushMember() -> Bool {
    guard let operation = next() else { return false }
    let isPath = operation & 0x20 == 0
    guard let path = isPath ? popPath() : popMemberName().map({ [$0] }) else { return false }
    let base: SwiftType
    switch operation | 0x20 {
    case UInt8(ascii: "z"): base = .parameter(0)
    case UInt8(ascii: "y"):
      guard let number = number() else { return false }
      base = .parameter(number + 1)
    case UInt8(ascii: "x"):
      guard let type = popType() else { return false }
      base = type
    default: return false
    }
    return push(path.reduce(base) { .member($0, $1) })
  }

  private mutating func popPath() -> [String]? {
    var path: [String] = []
    var isFirst = false
    while !isFirst {
      isFirst = pop(.separator)
      guard let name = popMemberName() else { return nil }
      path.append(name)
    }
    return path.reversed()
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
  ///
  /// - Parameter suffix: the suffix of descriptors of types, or of protocols.
  private mutating func makeNominal(_ suffix: String) -> Bool {
    guard let place = popPlace() else { return false }
    // The descriptor's symbol has no operator for protocols.
    let named = suffix == "Mp" ? place : place.lowerBound..<index
    return push(.nominal(declared(symbol(named, suffix)), []))
  }

  /// The bytes of a module and a name.
  private mutating func popPlace() -> Range<Int>? {
    guard case .identifier(_, let name)? = stack.popLast() else { return nil }
    switch stack.popLast() {
    case .identifier(_, let module)? where module.upperBound == name.lowerBound:
      return module.lowerBound..<name.upperBound
    case .module(let start)?: return start..<name.upperBound
    case .identifier, .type, .marker, .separator, .effect, nil: return nil
    }
  }

  private func symbol(_ place: Range<Int>, _ suffix: String) -> String {
    "$s\(String(decoding: bytes[place], as: UTF8.self))\(suffix)"
  }

  /// Reads an existential type: its protocols, then `p`.
  private mutating func makeExistential(superclass: SwiftType?, isObject: Bool) -> Bool {
    guard let protocols = popProtocols() else { return false }
    return push(.existential(protocols, superclass: superclass, isObject: isObject))
  }

  /// Reads an existential type of objects: its protocols, then `Xl`, or a superclass and `Xc`.
  private mutating func makeObjectExistential() -> Bool {
    switch next() {
    case UInt8(ascii: "l"): return makeExistential(superclass: nil, isObject: true)
    case UInt8(ascii: "c"):
      guard let superclass = popType() else { return false }
      return makeExistential(superclass: superclass, isObject: false)
    default: return false
    }
  }

  /// The protocols of a list, in which `_` follows the first; `y` is an empty one.
  private mutating func popProtocols() -> [Declaration]? {
    if pop(.marker) { return [] }
    var protocols: [Declaration] = []
    var isFirst = false
    while !isFirst {
      isFirst = pop(.separator)
      if case .type(.nominal(let found, []))? = stack.last {
        stack.removeLast()
        protocols.append(found)
      } else {
        guard let place = popPlace() else { return nil }
        protocols.append(declared(symbol(place, "Mp")))
      }
    }
    return protocols.reversed()
  }

  private mutating func bindArguments() -> Bool {
    var arguments: [SwiftType] = []
    while let node = stack.popLast() {
      switch node {
      case .type(let type): arguments.append(type)
      case .marker:
        guard case .nominal(let declaration, [])? = popType() else { return false }
        return push(.nominal(declaration, arguments.reversed()))
      case .separator: continue
      case .identifier, .module, .effect: return false
      }
    }
    return false
  }
}
