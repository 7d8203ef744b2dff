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
  private var marks: [Int: WitnessReading.Marks] = [:]

  /// The names in the symbols of the protocol that is asked for.
  private struct Subject {
    let descriptor: String
    let support: String
    /// In a witness table, by the numbers of requirements.
    let entries: [Int: UInt64]
  }

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
      marks[record.file.number] = WitnessReading.Marks(
        symbols.marks(descriptor: subject.descriptor, support: subject.support))
    }
    guard let marks = marks[record.file.number] else { return nil }
    let reading = WitnessReading(file: record.file, symbols: symbols, marks: marks)
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
