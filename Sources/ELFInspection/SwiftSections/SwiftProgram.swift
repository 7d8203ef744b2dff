// SPDX-License-Identifier: Apache-2.0

internal import CInspection
import CLibrary
internal import GraftDescriptors

/// The files of one process and the declarations in their Swift sections.
final class SwiftProgram {
  /// The files, the given ones first.
  private(set) var files: [SwiftFile] = []
  /// Called for parts that can't be read; everything else counts.
  let problem: (Problem) -> Void
  private var toolchain = ToolchainLibraries()
  private var definitions: [String: Declaration] = [:]
  private var contexts: [Declaration: ContextDescriptor?] = [:]
  private var names: [Declaration: String] = [:]
  private var refined: [Declaration: Set<Declaration>] = [:]
  private var protocolRecords: [Int: [ProtocolRecord]] = [:]
  private(set) lazy var conformances = ConformanceTable(self)
  private(set) lazy var associatedTypes = AssociatedTypes(self)

  /// The most contexts inside one another.
  private static let deepest = 32

  init(problem: @escaping (Problem) -> Void) {
    self.problem = problem
  }

  /// Adds a file.
  ///
  /// - Parameter isConcerned: whether an unreadable file is a problem.
  func add(_ entry: ScanEntry, isConcerned: Bool) {
    guard let file = try? ELFFile(entry) else { return }
    guard isConcerned || file.mayHaveSwiftSections else { return }
    do throws(InspectionError) {
      try add(file, entry.origin)
    } catch {
      problem(Problem(entry.origin, error, entry.isAskedFor ? .error : .warning))
    }
  }

  private func add(
    _ file: ELFFile, _ origin: Origin, isOfToolchain: Bool = false
  ) throws(InspectionError) {
    files.append(try SwiftFile(file, origin, number: files.count, isOfToolchain: isOfToolchain))
  }

  /// Finds the toolchain's libraries; call it after adding all files.
  func findToolchain() {
    let given = Set(files.map { $0.origin.path.lastComponent.display })
    for file in files {
      trying(file.origin) { () throws(InspectionError) in
        try toolchain.add(file, given: given)
      }
    }
  }

  func trying(_ origin: Origin, _ body: () throws(InspectionError) -> Void) {
    do throws(InspectionError) { try body() } catch { problem(Problem(origin, error)) }
  }
}

extension SwiftProgram {
  func file(_ declaration: Declaration) -> SwiftFile? {
    if case .described(let number, _) = declaration { files[number] } else { nil }
  }

  /// The declaration whose descriptor has a symbol: in the first file that
  /// defines it.
  func declaration(symbol: String) -> Declaration {
    if let known = definitions[symbol] { return known }
    var found = definition(of: symbol, in: files)
    while found == nil, let path = toolchain.take(defining: symbol) {
      let origin = Origin(path)
      trying(origin) { () throws(InspectionError) in
        try add(try ELFFile(path: path), origin, isOfToolchain: true)
      }
      found = definition(of: symbol, in: files.suffix(1))
    }
    definitions[symbol] = found ?? .elsewhere(symbol: symbol)
    return found ?? .elsewhere(symbol: symbol)
  }

  private func definition(of symbol: String, in files: some Collection<SwiftFile>) -> Declaration? {
    for file in files {
      guard let address = try? file.exports()[symbol] else { continue }
      return .described(file: file.number, address: address)
    }
    return nil
  }

  func declaration(_ target: PointerTable.Target, in file: SwiftFile) -> Declaration {
    switch target {
    case .address(let address): .described(file: file.number, address: address)
    case .symbol(let name): declaration(symbol: name)
    }
  }

  /// The declaration that a relative pointer leads to; its lowest bit means
  /// that it leads to a pointer.
  ///
  /// - Parameter ignored: other bits that are not part of the distance.
  func declaration(
    _ file: SwiftFile, indirectable address: UInt64, ignoring ignored: UInt32 = 0
  ) throws(InspectionError) -> Declaration? {
    let word = try file.memory.u32(at: address) & ~ignored
    guard word != 0 else { return nil }
    let target = address &+ UInt64(bitPattern: Int64(Int32(bitPattern: word & ~1)))
    guard word & 1 != 0 else { return .described(file: file.number, address: target) }
    return try file.pointers.target(at: target).map { declaration($0, in: file) }
  }

  /// The context descriptor of a declaration; nil if its file was not given.
  func context(_ declaration: Declaration) throws(InspectionError) -> ContextDescriptor? {
    if let known = contexts[declaration] { return known }
    var context: ContextDescriptor?
    if case .described(let number, let address) = declaration {
      context = try ContextDescriptor(files[number], at: address)
    }
    contexts[declaration] = .some(context)
    return context
  }

  /// The name with its module; `?` if it can't be read.
  func name(_ declaration: Declaration) -> String {
    if let known = names[declaration] { return known }
    let name: String
    switch declaration {
    case .elsewhere(let symbol): name = Demangling.nameOfDescriptor(symbol)
    case .described: name = (try? qualifiedName(declaration)) ?? "?"
    }
    names[declaration] = name
    return name
  }

  private func qualifiedName(_ declaration: Declaration) throws(InspectionError) -> String {
    var parts: [String] = []
    var next: Declaration? = declaration
    for _ in 0..<Self.deepest {
      guard let current = next else { break }
      guard let context = try context(current) else {
        parts.append(name(current))
        break
      }
      if context.kind == .extension {
        // Extended types can be nested just as deep.
        guard let extended = try context.extendedType,
          case .nominal(let type, _)? = try type(context.file, at: extended)
        else { break }
        next = type
        continue
      }
      if context.isNamed { parts.append(try context.name) }
      next = try self.declaration(context.file, indirectable: context.address &+ 4)
    }
    return parts.reversed().joined(separator: ".")
  }

  func protocolRecords(_ file: SwiftFile) throws(InspectionError) -> [ProtocolRecord] {
    if let known = protocolRecords[file.number] { return known }
    let sections = try file.file.descriptorSections { _ in }
    let found = sections.flatMap { $0.protocolRecords.map(\.record) }
    protocolRecords[file.number] = found
    return found
  }

  /// The protocol and all protocols that it inherits from.
  func refinements(of declared: Declaration) throws(InspectionError) -> Set<Declaration> {
    if let known = refined[declared] { return known }
    var found: Set<Declaration> = [declared]
    var open = [declared]
    while let next = open.popLast() {
      guard found.count <= GenericSignature.countLimit else { break }
      guard let context = try context(next), context.kind == .protocol else { continue }
      for inherited in try signature(ofProtocol: context).protocols
      where found.insert(inherited).inserted { open.append(inherited) }
    }
    refined[declared] = found
    return found
  }
}

extension SwiftProgram {
  /// The type that a relative pointer to a mangled name denotes; nil if it is
  /// not understood.
  func type(_ file: SwiftFile, named address: UInt64) throws(InspectionError) -> SwiftType? {
    guard let name = try file.memory.relative(at: address) else { return nil }
    return try type(file, at: name)
  }

  /// The type of a mangled name; references by address are resolved.
  func type(_ file: SwiftFile, at address: UInt64) throws(InspectionError) -> SwiftType? {
    guard let (bytes, declarations) = try mangledType(file, at: address) else { return nil }
    return MangledTypeReader.read(bytes, declarations) { declaration(symbol: $0) }
  }

  /// The bytes of a mangled type, with the declarations for each `MangledTypeReader.reference`; nil
  /// if it has references of unknown kinds.
  func mangledType(
    _ file: SwiftFile, at address: UInt64
  ) throws(InspectionError) -> (bytes: [UInt8], declarations: [Declaration])? {
    var bytes: [UInt8] = []
    var declarations: [Declaration] = []
    var next = address
    while bytes.count < LoadedMemory.longestText {
      let byte = try file.memory.byte(at: next)
      next = next &+ 1
      switch byte {
      case 0: return (bytes, declarations)
      case 1, 2:
        let target =
          next &+ UInt64(bitPattern: Int64(Int32(bitPattern: try file.memory.u32(at: next))))
        next = next &+ 4
        bytes.append(MangledTypeReader.reference)
        if byte == 1 {
          declarations.append(.described(file: file.number, address: target))
        } else {
          guard let pointer = try file.pointers.target(at: target) else { return nil }
          declarations.append(declaration(pointer, in: file))
        }
      // Linkers write no other references, such as absolute addresses.
      case 3...0x1f: return nil
      default: bytes.append(byte)
      }
    }
    throw InspectionError(
      .malformedSwiftSection, "a mangled type of more than \(LoadedMemory.longestText) bytes",
      value: address)
  }
}
