// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// Finds for each constraint of a record, which is text, what it means: among the
/// requirements of the class's signature, in which the compiler leaves out what follows
/// from others, or among what these inherit from.
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

  /// A protocol on the subject itself that inherits from the extended one.
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
      // What stands behind the colon, or behind `==`.
      let right = text.split(separator: parsed.isSameType ? "=" : ":").last.map(String.init) ?? text
      if let meaning = try meaning(right, parsed) {
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
    for condition in signature.conditions {
      switch condition {
      case .conforms(let subject, let found) where subject.path == text.path:
        for candidate in try program.refinements(of: found)
        where Self.lastName(program.name(candidate)) == name {
          return .conforms(try existential(candidate, right, text.path))
        }
      case .superclass(let subject, .nominal(let found, _)) where subject.path == text.path:
        let classes = try program.superclasses(of: found)
        guard let first = classes.firstIndex(where: { Self.lastName(program.name($0)) == name })
        else { continue }
        var type = FileConstraint.Existential()
        type.classes = Array(classes[first...])
        return .conforms(type)
      default: continue
      }
    }
    return nil
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

  /// `Box` of `any API.Box<Int>`.
  private static func lastName(_ text: String) -> String {
    let bare = text.prefix { $0 != "<" }
    return String(bare.split { $0 == " " || $0 == "." || $0 == "(" || $0 == ")" }.last ?? "")
  }
}

extension SwiftProgram {
  /// The class itself, and what it inherits from as far as the files say.
  func superclasses(of declared: Declaration) throws(InspectionError) -> [Declaration] {
    var found = [declared]
    while found.count < SwiftType.deepest, let context = try context(found[found.count - 1]),
      context.kind == .class, let superclass = try context.superclass,
      case .nominal(let parent, _)? = try type(context.file, at: superclass)
    {
      found.append(parent)
    }
    return found
  }
}
