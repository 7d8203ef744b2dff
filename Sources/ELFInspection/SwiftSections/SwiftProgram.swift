// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// The files of one process and the declarations in their Swift sections.
final class SwiftProgram {
  /// The files, the given ones first.
  private(set) var files: [SwiftFile] = []
  /// Called for parts that can't be read; everything else counts.
  let problem: (Problem) -> Void
  private var toolchain = ToolchainLibraries()
  private var definitions: [String: Declaration] = [:]
  private var contexts: [Declaration: DeclaredContext?] = [:]
  private var names: [Declaration: String] = [:]
  private var refined: [Declaration: Set<Declaration>] = [:]
  /// The first descriptors of types that each image describes for itself.
  private var imported: [String: Declaration] = [:]
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
    case .address(let address): first(of: .described(file: file.number, address: address))
    case .symbol(let name): declaration(symbol: name)
    }
  }

  /// The first description of a type that each image describes for itself, as those from C.
  private func first(of declared: Declaration) -> Declaration {
    guard let context = try? context(declared), !context.flags.isUnique,
      [.class, .structure, .enumeration].contains(context.kind)
    else { return declared }
    let name = name(declared)
    guard name.hasPrefix("__C") else { return declared }
    if let known = imported[name] { return known }
    imported[name] = declared
    return declared
  }

  /// Calls `visit` with each type of a file, and its context.
  ///
  /// The two lowest bits of an entry say how it refers to a type: 0 directly, 1 through a pointer.
  /// Types that can't be read are passed over, and reported as problems.
  func eachType(
    in file: SwiftFile, _ visit: (Declaration, DeclaredContext) throws(InspectionError) -> Void
  ) {
    for entry in file.addresses(of: SwiftFile.SectionName.types, by: 4) {
      trying(file.origin) { () throws(InspectionError) in
        let place = file.place(at: entry)
        let word = try place.word(at: 0)
        // Objective-C classes, and kinds that don't exist yet.
        guard word & 2 == 0 else {
          throw InspectionError(
            .unsupported, "a Swift type with an unknown kind of reference",
            offset: entry, value: UInt64(word))
        }
        guard let target = try place.indirectable(at: 0) else { return }
        let declared = declaration(target, in: file)
        if let context = try context(declared) { try visit(declared, context) }
      }
    }
  }

  /// Calls `visit` with each class of a file that has a superclass: the class, its context and
  /// the superclass.
  func eachSubclass(
    in file: SwiftFile,
    _ visit: (Declaration, DeclaredContext, Declaration) throws(InspectionError) -> Void
  ) {
    eachType(in: file) { declared, context throws(InspectionError) in
      if let base = try superclass(of: context)?.declaration { try visit(declared, context, base) }
    }
  }

  /// The superclass of a class with its arguments; nil if it has none, or one that is not
  /// understood.
  func superclass(of context: DeclaredContext) throws(InspectionError) -> SwiftType? {
    guard context.kind == .class, let name = try context.descriptor.superclass() else { return nil }
    return try type(at: name)
  }

  /// The context descriptor of a declaration; nil if its file was not given.
  func context(_ declaration: Declaration) throws(InspectionError) -> DeclaredContext? {
    if let known = contexts[declaration] { return known }
    var context: DeclaredContext?
    if case .described(let number, let address) = declaration {
      context = try DeclaredContext(at: files[number].place(at: address))
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
        guard let extended = try context.descriptor.extendedType(),
          case .nominal(let type, _)? = try type(at: extended)
        else { break }
        next = type
        continue
      }
      if context.kind.isNamed { parts.append(try context.name) }
      next = try context.descriptor.parent().map { self.declaration($0, in: context.file) }
    }
    return _CourierName.written(parts.reversed().joined(separator: "."))
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
  /// The type of a mangled name; nil if it is not understood.
  func type(at name: FilePlace) throws(InspectionError) -> SwiftType? {
    guard let (bytes, declarations) = try mangledType(at: name) else { return nil }
    return MangledTypeReader.read(bytes, declarations) { declaration(symbol: $0) }
  }

  /// The bytes of a mangled type, with the declarations for each `MangledTypeReader.reference`; nil
  /// if it has references of unknown kinds.
  func mangledType(
    at name: FilePlace
  ) throws(InspectionError) -> (bytes: [UInt8], declarations: [Declaration])? {
    var bytes: [UInt8] = []
    var declarations: [Declaration] = []
    var parts = MangledParts(at: name)
    while bytes.count < LoadedMemory.longestText {
      switch try parts.part() {
      case .character(let byte)?: bytes.append(byte)
      case .declaration(let target?)?:
        bytes.append(MangledTypeReader.reference)
        declarations.append(declaration(target, in: name.file))
      // Linkers write no others, such as absolute addresses.
      case .declaration(nil)?, .other?, .address?: return nil
      case nil: return (bytes, declarations)
      }
    }
    throw InspectionError(
      .malformedSwiftSection, "a mangled type of more than \(LoadedMemory.longestText) bytes",
      value: name.address)
  }
}
