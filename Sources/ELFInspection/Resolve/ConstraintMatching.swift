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
  /// A constraint whose meaning was not found.
  private(set) var unmatched: String?

  init(_ program: SwiftProgram, _ signature: GenericSignature, _ extended: ExtensibleProtocol) {
    self.program = program
    self.signature = signature
    self.extended = extended
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
      return nil
    }
    let name = Self.lastName(right)
    if name == "AnyObject" {
      var type = FileConstraint.Existential()
      type.isObject = true
      return .conforms(type)
    }
    if name == "Codable" {
      let parts = try ["Decodable", "Encodable"].map { part throws(InspectionError) in
        try meaning(part, text)
      }
      return Self.composition(parts)
    }
    for condition in signature.conditions {
      switch condition {
      case .conforms(let subject, let found) where subject.path == text.path:
        for candidate in try program.refinements(of: found)
        where Self.lastName(program.name(candidate)) == name {
          return .conforms(try existential(candidate, right, text.path))
        }
      case .superclass(let subject, let found) where subject.path == text.path:
        let classes = try program.superclasses(of: found)
        guard
          let first = classes.firstIndex(where: {
            $0.declaration.map { Self.lastName(program.name($0)) } == name
          })
        else { continue }
        var type = FileConstraint.Existential()
        type.classes = Array(classes[first...])
        return .conforms(type)
      default: continue
      }
    }
    return nil
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

  private static func composition(
    _ parts: [FileConstraint.Meaning?]
  ) -> FileConstraint.Meaning? {
    var all = FileConstraint.Existential()
    for part in parts {
      guard case .conforms(let one)? = part, one.classes.isEmpty, one.associatedTypes.isEmpty else {
        return nil
      }
      all.named.formUnion(one.named)
      all.protocols.formUnion(one.protocols)
    }
    return .conforms(all)
  }

  private func existential(
    _ found: Declaration, _ right: String, _ path: String
  ) throws(InspectionError) -> FileConstraint.Existential {
    var type = FileConstraint.Existential()
    type.named = [found]
    type.protocols = try program.refinements(of: found)
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

  /// The last name: `Box` of `any API.Box<Int>`.
  private static func lastName(_ text: String) -> String {
    let bare = text.prefix { $0 != "<" }
    return String(bare.split { $0 == " " || $0 == "." || $0 == "(" || $0 == ")" }.last ?? "")
  }
}
