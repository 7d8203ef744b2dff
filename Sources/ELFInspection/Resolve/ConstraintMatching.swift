// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// Finds the meaning of each constraint in a record, which is text.
///
/// It searches the requirements of the class's generic signature and what those
/// inherit from, since the compiler drops implied requirements from signatures.
struct ConstraintMatching {
  private let program: SwiftProgram
  private let signature: GenericSignature
  private let extended: ExtensibleProtocol
  /// The module of the extension, in which names are looked up.
  private let module: Substring
  /// A constraint whose meaning was not found.
  private(set) var unmatched: String?

  /// - Parameter name: the extension's name with its module.
  init(
    _ program: SwiftProgram, _ signature: GenericSignature, _ extended: ExtensibleProtocol,
    of name: String
  ) {
    self.program = program
    self.signature = signature
    self.extended = extended
    module = name.prefix { $0 != "." }
  }

  /// Whether a constraint names a protocol that refines the extended one.
  func isRefined(_ constraints: [FileConstraint]) throws(InspectionError) -> Bool {
    constraints.contains { constraint in
      guard constraint.path == "Subject", case .conforms(let type) = constraint.meaning else {
        return false
      }
      return type.protocols.contains(extended.declaration)
        && type.named.contains { $0 != extended.declaration }
    }
  }

  mutating func constraints(
    _ descriptor: ExtensionDescriptor
  ) throws(InspectionError) -> [FileConstraint] {
    var found: [FileConstraint] = []
    for text in descriptor.constraints {
      guard let parsed = ConstraintText(text) else {
        unmatched = text
        continue
      }
      // The part after the colon, or after `==`.
      let right = text.split(separator: parsed.isSameType ? "=" : ":").last.map(String.init) ?? text
      var meaning = try meaning(right, parsed)
      if meaning == nil { meaning = try alias(parsed, among: descriptor) }
      if let meaning {
        found.append(FileConstraint(path: parsed.path, meaning: meaning, text: parsed))
      } else {
        unmatched = text
      }
    }
    if descriptor.hasPredicate {
      found.append(FileConstraint(path: "", meaning: .predicate, text: nil))
    }
    return found
  }

  private func meaning(
    _ right: String, _ text: ConstraintText
  ) throws(InspectionError) -> FileConstraint.Meaning? {
    if text.isSameType {
      for condition in signature.conditions {
        guard case .sameType(let one, let other) = condition else { continue }
        if one.path == text.path { return .sameType(other) }
        if other.path == text.path { return .sameType(one) }
      }
      return try types(of: text.path).first.map { .sameType($0) }
    }
    let written = Self.name(right)
    if written == "AnyObject" { return .conforms(FileConstraint.Existential(isObject: true)) }
    var direct: Set<Declaration> = []
    var protocols: Set<Declaration> = []
    for condition in signature.conditions {
      switch condition {
      case .conforms(let subject, let found) where subject.path == text.path:
        direct.insert(found)
        protocols.formUnion(try program.refinements(of: found))
      case .superclass(let subject, let found) where subject.path == text.path:
        let classes = try program.superclasses(of: found)
        let declared = Set(classes.compactMap(\.declaration))
        guard let wanted = meant(written, among: declared, direct: []),
          let first = classes.firstIndex(where: { $0.declaration == wanted })
        else { continue }
        return .conforms(FileConstraint.Existential(classes: Array(classes[first...])))
      default: continue
      }
    }
    if let wanted = meant(written, among: protocols, direct: direct) {
      return .conforms(try existential(wanted, right, text.path))
    }
    if let implied = try implied(written, right, text.path) { return implied }
    guard written == "Codable" else { return nil }
    let parts = try ["Decodable", "Encodable"].map { part throws(InspectionError) in
      try meaning(part, text)
    }
    return Self.composition(parts)
  }

  /// The meaning of a constraint that the compiler drops, since a type or superclass that another
  /// one gives implies it.
  private func implied(
    _ written: String, _ right: String, _ path: String
  ) throws(InspectionError) -> FileConstraint.Meaning? {
    if right.contains("<") { return nil }
    for type in try types(of: path) {
      let classes = try program.superclasses(of: type)
      let declared = Set(classes.compactMap(\.declaration))
      if let wanted = meant(written, among: declared, direct: declared),
        let first = classes.firstIndex(where: { $0.declaration == wanted })
      {
        return .conforms(FileConstraint.Existential(classes: Array(classes[first...])))
      }
      let protocols = declared.reduce(into: Set<Declaration>()) {
        $0.formUnion(program.conformances.protocols(of: $1))
      }
      if let wanted = meant(written, among: protocols, direct: protocols) {
        return .conforms(try existential(wanted, right, path))
      }
    }
    return nil
  }

  /// The types that a path is, or that it inherits from, by what the signature says of it or of a
  /// path before it.
  private func types(of path: String) throws(InspectionError) -> [SwiftType] {
    var found: [SwiftType] = []
    for condition in signature.conditions {
      let pairs: [(SwiftType, SwiftType)]
      switch condition {
      case .sameType(let one, let other): pairs = [(one, other), (other, one)]
      case .superclass(let one, let other): pairs = [(one, other)]
      case .conforms, .isObject, .unknown: continue
      }
      for (subject, type) in pairs where type.path == nil {
        guard let start = subject.path, path == start || path.hasPrefix(start + ".") else {
          continue
        }
        let names = path.dropFirst(start.count).split(separator: ".")
        let member = names.reduce(type) { .member($0, String($1)) }
        if let known = try program.substitute(member, [.parameter(0)]) { found.append(known) }
      }
    }
    return found
  }

  /// The declaration that a name means at file scope; nil if none or several remain.
  ///
  /// The extension's own module hides others. Of several modules, it is the one that the
  /// signature itself names, and a module can export what another one declares.
  ///
  /// - Parameter direct: the declarations that the signature names.
  private func meant(
    _ written: String, among candidates: Set<Declaration>, direct: Set<Declaration>
  ) -> Declaration? {
    var found = candidates.filter { program.name($0) == "\(module).\(written)" }
    if found.isEmpty { found = candidates.filter { isOfModule($0, written) } }
    if found.count > 1 { found.formIntersection(direct) }
    if found.isEmpty, let dot = written.firstIndex(of: ".") {
      let exported = written[written.index(after: dot)...]
      found = candidates.filter { isOfModule($0, exported) }
    }
    return found.count == 1 ? found.first : nil
  }

  /// Whether a declaration's name is the written one, or its module comes before that.
  private func isOfModule(_ declaration: Declaration, _ written: some StringProtocol) -> Bool {
    let name = program.name(declaration)
    return name == written || name.drop { $0 != "." }.dropFirst() == written
  }

  /// The meaning of a name that is neither protocol nor class: an alias of a
  /// composition, if it is the only constraint of its path.
  ///
  /// The extended protocol must inherit from nothing, because the compiler drops
  /// requirements from signatures that it implies.
  private func alias(
    _ text: ConstraintText, among descriptor: ExtensionDescriptor
  ) throws(InspectionError) -> FileConstraint.Meaning? {
    guard !text.isSameType,
      descriptor.constraints.count(where: { ConstraintText($0)?.path == text.path }) == 1,
      try program.refinements(of: extended.declaration).count == 1
    else { return nil }
    var parts: [FileConstraint.Meaning?] = []
    for condition in signature.conditions {
      switch condition {
      case .conforms(let subject, let found)
      where subject.path == text.path && found != extended.declaration:
        parts.append(.conforms(try existential(found, "", text.path)))
      // Classes in a composition are compared differently.
      case .superclass(let subject, _) where subject.path == text.path: return nil
      case .isObject(let subject) where subject.path == text.path: return nil
      default: continue
      }
    }
    return parts.count > 1 ? Self.composition(parts) : nil
  }

  private static func composition(_ parts: [FileConstraint.Meaning?]) -> FileConstraint.Meaning? {
    var all = FileConstraint.Existential()
    for part in parts {
      guard case .conforms(let one)? = part, one.classes.isEmpty, one.associatedTypes.isEmpty else {
        return nil
      }
      all.isObject = all.isObject || one.isObject
      all.named.formUnion(one.named)
      all.protocols.formUnion(one.protocols)
    }
    return .conforms(all)
  }

  private func existential(
    _ found: Declaration, _ right: String, _ path: String
  ) throws(InspectionError) -> FileConstraint.Existential {
    var type = FileConstraint.Existential(
      protocols: try program.refinements(of: found), named: [found],
      isObject: try program.isOfObjects(found))
    guard right.contains("<") else { return type }
    for condition in signature.conditions {
      guard case .sameType(let one, let other) = condition else { continue }
      for (member, value) in [(one, other), (other, one)] {
        guard case .member(let base, let name) = member, base.path == path else { continue }
        type.associatedTypes[name] = value
      }
    }
    return type
  }

  /// The name: `API.Box` of `any API.Box<Int>`.
  private static func name(_ text: String) -> String {
    let bare = text.prefix { $0 != "<" }
    return String(bare.split { $0 == " " || $0 == "(" || $0 == ")" }.last ?? "")
  }
}
