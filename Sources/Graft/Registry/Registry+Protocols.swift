// SPDX-License-Identifier: Apache-2.0

extension Registry {
  /// The refusal if a protocol of an extension in new images would exist twice.
  ///
  /// Each build of a plug-in can have one, unless another image uses that of a replaced build.
  ///
  /// Asks accessors and the dynamic linker: no lock may be held.
  func protocolTwice(by draft: Draft, _ reading: ConformanceTable.Reading) -> ChangeRefusal? {
    let arriving = draft.arriving
    let images = draft.program.images
    let descriptions = arriving.flatMap(records).compactMap(\.described)
    var seen = KeyTable<ObjectIdentifier, Void>()
    var replaced: [GeneratedCode.ExtensibleProtocol] = []
    for extended in descriptions.map(\.extended)
    where seen.set(ObjectIdentifier(extended), to: ()).before == nil {
      let number = images.number(ofFile: extended.image)
      let isAlone = number.map { !arriving.contains($0) && !images.isReplaced($0) } ?? true
      if isAlone, extended.isFirstOfName { continue }
      let namesakes = extended.namesakes(reading)
      if !namesakes.isEmpty, descriptions.contains(where: \.isConfused) {
        return .moduleTwice(extended.module)
      }
      for other in namesakes {
        let otherNumber = images.number(ofFile: other.image)
        if let otherNumber, [.staged, .refused].contains(images[otherNumber].state) { continue }
        guard let number, let otherNumber,
          images[number].image.identity == images[otherNumber].image.identity,
          images.isReplaced(number) || images.isReplaced(otherNumber)
        else { return .moduleTwice(extended.module) }
        replaced.append(images.isReplaced(otherNumber) ? other : extended)
      }
    }
    return replaced.isEmpty ? nil : use(of: replaced, in: draft.program)
  }

  /// A use of replaced builds' protocols by an image that is no build of the same plug-in.
  private func use(
    of replaced: [GeneratedCode.ExtensibleProtocol], in program: Program
  ) -> ChangeRefusal? {
    var program = program
    let images = program.images
    func build(of old: GeneratedCode.ExtensibleProtocol) -> ExtensionImage {
      images[images.number(ofFile: old.image)!].image
    }
    let identities = Set(replaced.map { build(of: $0).identity })
    func isOther(_ number: Int) -> Bool {
      [.active, .withdrawn].contains(images[number].state)
        && !identities.contains(images[number].image.identity)
    }
    func use(_ old: GeneratedCode.ExtensibleProtocol, by user: String) -> ChangeRefusal {
      .protocolInUse(old.qualifiedName, build: build(of: old).path, user: user)
    }
    for name in Set(replaced.map(\.name)).inOrder(<) {
      let memo = withState { _ in program.memo(of: name) }
      for record in memo.extensions + memo.interceptors where isOther(Int(record.id.image)) {
        let old = replaced.first { $0 === record.described?.extended }
        if let old { return use(old, by: record.registered.image.path) }
      }
    }
    let needing = DynamicLinker.image(needing: Set(replaced.map(\.image))) { programHeaders in
      images.number(ofFile: programHeaders).map(isOther) ?? true
    }
    return needing.map { user, needed in
      use(replaced.first { needed.contains($0.image) }!, by: user)
    }
  }
}

extension Draft {
  /// The numbers of images that the edit accepts: new ones, or a build that was replaced.
  fileprivate var arriving: [Int] {
    switch edit {
    case .accept(let opened): opened.judged
    case .transition(.accept, let number): [number]
    case .transition(.reinstate, let number) where original.images.isReplaced(number): [number]
    case .transition, .block, .unblock, .unblockAll, .advise, .unadvise: []
    }
  }
}

extension ExtensionRecord {
  /// The accessor's description of an extension or of advice; nil for a pointcut.
  fileprivate var described: ExtensionDescription? {
    if case .described(let description) = description { description } else { nil }
  }
}

extension ExtensionDescription {
  /// Whether Swift takes a constraint for that of another build: it looks up `any P<Int>` by name.
  fileprivate var isConfused: Bool {
    subjects.type.protocols.contains { constraint in
      constraint.qualifiedName.hasPrefix(extended.module + ".")
        && Owner(constraint.address).programHeaders != extended.image
    }
  }
}

extension GeneratedCode.ExtensibleProtocol {
  /// The address of the program headers of the shared object that declares it; 0 for the
  /// executable.
  fileprivate var image: UInt { Owner(at: address).programHeaders }

  /// The module's name.
  fileprivate var module: String { String(qualifiedName.prefix { $0 != "." }) }

  /// Whether the Swift runtime resolves the name to this protocol.
  fileprivate var isFirstOfName: Bool {
    _mangledTypeName(type).flatMap { _typeByName($0) }.map { $0 == type } ?? true
  }

  /// The extensible protocols of loaded images that have the same name, with its module.
  ///
  /// Asks generated code: no lock may be held.
  fileprivate func namesakes(
    _: ConformanceTable.Reading
  ) -> [GeneratedCode.ExtensibleProtocol] {
    let marker = ProtocolDescriptor(of: (any GeneratedCode.ExtensibleSupport).self)!
    let module = module + "."
    var found: [GeneratedCode.ExtensibleProtocol] = []
    ConformanceTable.forEach { record in
      guard record.protocolDescriptor == marker, let type = record.type,
        type.qualifiedName.hasPrefix(module),
        let support = type.type as? any GeneratedCode.ExtensibleSupport.Type
      else { return }
      let other = support._description()
      if other !== self, other.qualifiedName == qualifiedName { found.append(other) }
    }
    return found
  }
}
