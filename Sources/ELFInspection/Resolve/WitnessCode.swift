// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// What the code of witnesses tells, where a compiler has left no symbol of a type's own
/// member: the witness that is a default refers to the default, or to what `@Extensible` has
/// written for it. One that refers to neither is the type's own.
///
/// Only code of x86-64 is looked at, of which symbols say where it ends.
final class WitnessCode {
  private let program: SwiftProgram
  private let extended: ExtensibleProtocol
  private lazy var subject = try? describe()
  private var marks: [Int: Marks] = [:]

  /// Of the protocol.
  private struct Subject {
    let descriptor: String
    let support: String
    /// In a witness table, by the numbers of requirements.
    let entries: [Int: UInt64]
  }

  /// Addresses in a file that lead to a default.
  private struct Marks {
    let addresses: Set<UInt64>
    let bounds: ClosedRange<UInt64>?

    init(_ addresses: Set<UInt64>) {
      self.addresses = addresses
      bounds = addresses.min().flatMap { low in addresses.max().map { low...$0 } }
    }

    func contains(_ address: UInt64) -> Bool {
      bounds?.contains(address) == true && addresses.contains(address)
    }
  }

  /// More bytes than a witness has.
  private static let longest: UInt64 = 1 << 14
  private static let deepest = 4

  init(_ program: SwiftProgram, _ extended: ExtensibleProtocol) {
    self.program = program
    self.extended = extended
  }

  /// The symbol of a type's witness, if its code shows that the type implements the
  /// requirement itself.
  func ownWitness(_ record: ConformanceRecord, _ requirement: Int) -> String? {
    guard let subject, let entry = subject.entries[requirement], let table = record.witnessTable,
      let target = try? record.file.pointers.target(at: table &+ 8 &* entry),
      case .address(let address) = target,
      let symbols = try? program.witnessSymbols(record.file),
      let function = symbols.functions[address], function.name.suffix(2).elementsEqual("TW".utf8)
    else { return nil }
    if marks[record.file.number] == nil {
      marks[record.file.number] = Marks(
        symbols.marks(descriptor: subject.descriptor, support: subject.support))
    }
    guard let marks = marks[record.file.number] else { return nil }
    let reading = Reading(file: record.file, symbols: symbols, marks: marks)
    return reading.leadsToMark(address, function, 0) == false
      ? String(decoding: function.name, as: UTF8.self) : nil
  }

  private func describe() throws(InspectionError) -> Subject? {
    guard let context = try program.context(extended.declaration), context.kind == .protocol,
      case .nominal(let enumeration, _)? = program.associatedTypes.type(
        of: extended.baseClass, "_Support"),
      case .described(let file, let address) = enumeration, file == context.file.number
    else { return nil }
    let symbols = try program.witnessSymbols(context.file)
    guard let descriptor = symbols.descriptors[context.address],
      let support = symbols.descriptors[address],
      // Else what defaults refer to would not be found in other files.
      symbols.knows(descriptor: descriptor, support: support),
      let entries = try entries(context)
    else { return nil }
    return Subject(descriptor: descriptor, support: support, entries: entries)
  }

  /// A protocol's descriptor has flags and a default for each entry of a witness table, in
  /// which the conformance comes first. Nil where these are not the known requirements.
  private func entries(_ context: ContextDescriptor) throws(InspectionError) -> [Int: UInt64]? {
    let memory = context.file.memory
    let signatureCount = UInt64(try memory.u32(at: context.address &+ 12))
    let count = UInt64(try memory.u32(at: context.address &+ 16))
    guard max(signatureCount, count) <= GenericSignature.countLimit else { return nil }
    let start = context.address &+ 24 &+ 12 &* signatureCount
    var entries: [Int: UInt64] = [:]
    for index in 0..<count {
      let flags = try memory.u32(at: start &+ 8 &* index)
      guard Member.kinds.contains(flags & 0xf) else { continue }
      let number = entries.count
      guard number < extended.requirements.count,
        Member(extended.requirements[number].name.text).matches(flags)
      else { return nil }
      entries[number] = 1 + index
    }
    guard entries.count == extended.requirements.count else { return nil }
    // The default of an operator is in no extension.
    return entries.filter { number, _ in
      extended.requirements[number].name.base.first.map { $0.isLetter || $0 == "_" } == true
    }
  }

  /// What the flags of a protocol's requirement say (ProtocolRequirementFlags).
  private struct Member {
    let kind: UInt32
    let isStatic: Bool

    /// Methods, initialisers, getters and setters; others are for associated types, protocols
    /// that are inherited from, and coroutines.
    static let kinds: ClosedRange<UInt32> = 1...4
    private static let isInstance: UInt32 = 0x10

    init(_ name: String) {
      isStatic = name.hasPrefix("static ")
      let rest = isStatic ? name.dropFirst(7) : name[...]
      kind =
        rest.hasPrefix("set ")
        ? 4
        : rest.hasPrefix("get ") || rest.hasPrefix("subscript(")
          ? 3 : rest.hasPrefix("init(") && !isStatic ? 2 : 1
    }

    func matches(_ flags: UInt32) -> Bool {
      flags & 0xf == kind
        && (kind == 2 || (flags & Self.isInstance == 0) == isStatic)
    }
  }
}

extension WitnessCode {
  /// The code of one file.
  private struct Reading {
    let file: SwiftFile
    let symbols: WitnessSymbols
    let marks: Marks

    /// Nil where that is not known. Distances of 32 bits are looked for at each byte: what
    /// stands there by chance leads to none of few addresses.
    func leadsToMark(
      _ address: UInt64, _ function: WitnessSymbols.Function, _ depth: Int
    ) -> Bool? {
      guard depth < WitnessCode.deepest, function.byteCount <= WitnessCode.longest,
        let bytes = file.bytes(at: address, byteCount: function.byteCount)
      else { return nil }
      // Of functions that are the same, one is left, to which the others jump.
      let isJump = bytes.count == 5 && bytes[0] == 0xe9 || bytes.count == 2 && bytes[0] == 0xeb
      if isJump {
        let distance = bytes.count == 5 ? bytes.distance(at: 1) : bytes.shortDistance(at: 1)
        let target = address &+ UInt64(bytes.count) &+ distance
        guard let next = symbols.functions[target] else { return isStubOfMark(target) ? true : nil }
        return leadsToMark(target, next, depth + 1)
      }
      for index in bytes.indices.dropLast(3) {
        let target = address &+ UInt64(index + 4) &+ bytes.distance(at: index)
        // A constant of a byte or of four can stand behind the distance.
        if marks.contains(target) || marks.contains(target &+ 1) || marks.contains(target &+ 4) {
          return true
        }
        let isCall = index > 0 && (bytes[index - 1] == 0xe8 || bytes[index - 1] == 0xe9)
        if isCall, isStubOfMark(target) { return true }
        if leads(to: target, from: address, depth) { return true }
      }
      for index in bytes.indices.dropLast()
      where bytes[index] == 0xeb || bytes[index] & 0xf0 == 0x70 {
        let target = address &+ UInt64(index + 2) &+ bytes.shortDistance(at: index + 1)
        if target &- address >= function.byteCount, leads(to: target, from: address, depth) {
          return true
        }
      }
      return false
    }

    /// To another of the functions that are known, and by it perhaps to a mark.
    private func leads(to target: UInt64, from address: UInt64, _ depth: Int) -> Bool {
      guard target != address, let next = symbols.functions[target] else { return false }
      return leadsToMark(target, next, depth + 1) != false
    }

    /// Whether code only jumps to where a pointer leads: `endbr64`, `bnd jmp *slot(%rip)`.
    private func isStubOfMark(_ address: UInt64) -> Bool {
      guard let bytes = file.bytes(at: address, byteCount: 11) else { return false }
      var index = bytes.starts(with: [0xf3, 0x0f, 0x1e, 0xfa]) ? 4 : 0
      if bytes[index] == 0xf2 { index += 1 }
      guard index + 6 <= bytes.count, bytes[index] == 0xff, bytes[index + 1] == 0x25 else {
        return false
      }
      return marks.contains(address &+ UInt64(index + 6) &+ bytes.distance(at: index + 2))
    }
  }
}

extension [UInt8] {
  fileprivate func shortDistance(at index: Int) -> UInt64 {
    UInt64(bitPattern: Int64(Int8(bitPattern: self[index])))
  }

  /// With a sign, in little-endian order.
  fileprivate func distance(at index: Int) -> UInt64 {
    let word =
      UInt32(self[index]) | UInt32(self[index + 1]) << 8 | UInt32(self[index + 2]) << 16
      | UInt32(self[index + 3]) << 24
    return UInt64(bitPattern: Int64(Int32(bitPattern: word)))
  }
}
