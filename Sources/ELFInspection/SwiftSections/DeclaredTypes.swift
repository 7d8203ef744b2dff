// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

extension [LocatedProtocol] {
  /// Adds what the file says of its library: library evolution, and the types that requirements
  /// name.
  ///
  /// - Parameter entry: the file that they were found in; an archive has no types.
  public mutating func describe(_ entry: ScanEntry) {
    guard !isEmpty else { return }
    addEvolution(in: entry)
    let named = map(\.record.namedTypes)
    let last = Set(named.joined().map { $0.split(separator: ".").last.map(String.init) ?? $0 })
    let program = SwiftProgram { _ in }
    program.add(entry, isConcerned: false)
    guard !program.files.isEmpty else { return }
    let types = program.files.flatMap { program.declaredTypes(of: $0) { last.contains($0) } }
    for index in indices where self[index].origin == entry.origin {
      self[index].types = types.filter { named[index].contains($0.nameInModule) }
    }
  }

  private mutating func addEvolution(in entry: ScanEntry) {
    var found = self
    entry.eachFile { origin, file in
      let own = found.indices.filter { found[$0].origin == origin }
      guard !own.isEmpty, let file = try? file.get(),
        let evolution = try? file.libraryEvolution(of: Set(own.map { found[$0].record.baseClass }))
      else { return }
      for index in own { found[index].hasEvolution = evolution[found[index].record.baseClass] }
    }
    self = found
  }
}

extension ProtocolRecord {
  /// The names in its declarations that types of its module can have, without the module.
  var namedTypes: Set<String> {
    let module = name.prefix { $0 != "." } + "."
    let isInName = { (one: Character) in one.isLetter || one.isNumber || one == "_" || one == "." }
    let words = requirements.flatMap { $0.text.split { !isInName($0) } }
    return Set(
      words.map { word in
        let name = word.hasPrefix(module) ? word.dropFirst(module.count) : word
        // Without the dots of `Coin...`.
        return name.split(separator: ".").joined(separator: ".")
      })
  }
}

extension SwiftProgram {
  /// The types that a file declares, by name; structures and enumerations without reflection
  /// metadata are left out.
  ///
  /// - Parameter selects: tells whether a type is wanted, by its name without what is around it.
  fileprivate func declaredTypes(of file: SwiftFile, selects: (String) -> Bool) -> [DeclaredType] {
    var found: [DeclaredType] = []
    eachType(in: file) { declared, context throws(InspectionError) in
      guard let kind = DeclaredType.Kind(context.kind), selects(try context.name) else { return }
      if kind == .class {
        found.append(DeclaredType(name: name(declared), kind: kind, members: []))
      } else if let fields = try context.descriptor.fields() {
        found.append(
          DeclaredType(name: name(declared), kind: kind, members: try members(at: fields)))
      }
    }
    return found.sorted { $0.name < $1.name }
  }

  /// Reads a field descriptor: the size of a record and their number behind two pointers and a kind;
  /// then records of flags, a mangled type and a name.
  private func members(at place: FilePlace) throws(InspectionError) -> [DeclaredType.Member] {
    let byteCount = try place.half(at: 10)
    let count = Int(try place.word(at: 12))
    guard count <= GenericSignature.countLimit, byteCount == 12 else {
      throw InspectionError(
        .malformedSwiftSection, "fields in an unknown form", offset: place.address,
        value: UInt64(count))
    }
    var members: [DeclaredType.Member] = []
    for index in 0..<count {
      let record = place.advanced(by: 16 + 12 * index)
      guard let name = try record.relative(at: 8) else { continue }
      let isIndirect = try record.word(at: 0) & 1 != 0
      let type = try record.relative(at: 4).map { name throws(InspectionError) in
        try text(ofType: name)
      }
      members.append(
        DeclaredType.Member(
          name: try place.file.memory.text(at: name.address),
          type: type.map { isIndirect ? "indirect \($0)" : $0 }))
    }
    return members
  }

  /// The text of a mangled type, by which it is compared with those of other files.
  private func text(ofType name: FilePlace) throws(InspectionError) -> String {
    guard let (bytes, declarations) = try mangledType(at: name) else { return "?" }
    let type = MangledTypeReader.read(bytes, declarations) { declaration(symbol: $0) }
    return distinctText(type ?? .structural(bytes, declarations))
  }

  private func distinctText(_ type: SwiftType) -> String {
    switch type {
    case .nominal(let declared, let arguments):
      let list = arguments.map(distinctText).joined(separator: ", ")
      return name(declared) + (list.isEmpty ? "" : "<\(list)>")
    case .parameter(let number): return "τ\(number)"
    case .member(let base, let name): return "\(distinctText(base)).\(name)"
    case .existential(let protocols, let superclass, let isObject):
      let parts =
        (isObject ? ["AnyObject"] : []) + [superclass.map(distinctText)].compactMap(\.self)
        + protocols.map(name)
      return "any \(parts.joined(separator: " & "))"
    case .compound(let form, let parts): return form.text(parts.map(distinctText))
    case .structural(let bytes, let declarations):
      var rest = declarations[...]
      return bytes.split(
        separator: MangledTypeReader.reference, omittingEmptySubsequences: false
      ).map {
        String(decoding: $0, as: UTF8.self) + (rest.popFirst().map { "{\(name($0))}" } ?? "")
      }
      .joined()
    }
  }
}

extension DeclaredType.Kind {
  fileprivate init?(_ kind: ContextFlags.Kind) {
    switch kind {
    case .structure: self = .structure
    case .enumeration: self = .enumeration
    case .class: self = .class
    default: return nil
    }
  }
}
