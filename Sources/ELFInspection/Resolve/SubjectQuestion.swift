// SPDX-License-Identifier: Apache-2.0

/// Whether something holds of a type.
enum Truth: Hashable, Sendable {
  case holds
  case fails
  /// On a global actor only.
  case isolated(ConformanceRecord.Isolation)
  /// The files do not say; why.
  case depends(String)
}

/// What the files say of the subjects of a program.
struct SubjectQuestion {
  let program: SwiftProgram

  private static let deepest = 16

  /// Whether a subject meets one of the conditions of a generic parameter.
  func truth(_ condition: GenericSignature.Condition, of subject: SwiftType) -> Truth {
    do throws(InspectionError) {
      return try truth(condition, [subject], 0)
    } catch {
      return .depends(error.text)
    }
  }

  private func truth(
    _ condition: GenericSignature.Condition, _ arguments: [SwiftType], _ depth: Int
  ) throws(InspectionError) -> Truth {
    guard depth < Self.deepest else { return .depends("conditions that go too deep") }
    func resolved(_ type: SwiftType) throws(InspectionError) -> SwiftType? {
      try substitute(type, arguments, depth)
    }
    switch condition {
    case .unknown(let what): return .depends(what)
    case .conforms(let type, let wanted):
      guard let type = try resolved(type) else { return Self.unknownType }
      return try conformance(of: type, to: wanted, depth)
    case .sameType(let one, let other):
      guard let one = try resolved(one), let other = try resolved(other) else {
        return Self.unknownType
      }
      return one == other ? .holds : .fails
    case .superclass(let type, let wanted):
      guard let type = try resolved(type), case .nominal(let found, _) = type,
        case .nominal(let wanted, _)? = try resolved(wanted)
      else { return Self.unknownType }
      let classes = try program.superclasses(of: found)
      if classes.contains(wanted) { return .holds }
      return ends(classes)
    case .isObject(let type):
      guard let type = try resolved(type) else { return Self.unknownType }
      guard case .nominal(let found, _) = type else { return .fails }
      if case .elsewhere(let symbol) = found { return symbol.hasSuffix("CMn") ? .holds : .fails }
      return try program.context(found)?.kind == .class ? .holds : .fails
    }
  }

  private static let unknownType = Truth.depends("a type that the files do not say")

  /// A chain of superclasses that ends in a file that was not given says nothing of what
  /// comes then.
  private func ends(_ classes: [Declaration]) -> Truth {
    guard let last = classes.last, case .elsewhere = last else { return .fails }
    return .depends("\(program.name(last)), whose file was not given")
  }

  private func conformance(
    of type: SwiftType, to wanted: Declaration, _ depth: Int
  ) throws(InspectionError) -> Truth {
    guard case .nominal(let declared, let arguments) = type else {
      return .fails
    }
    let classes = try program.superclasses(of: declared)
    for ancestor in classes {
      guard let record = program.conformances.record(of: ancestor, to: wanted) else { continue }
      var found = record.isolation.map(Truth.isolated) ?? .holds
      for condition in record.conditions {
        let truth = try truth(condition, ancestor == declared ? arguments : [], depth + 1)
        switch truth {
        case .holds: continue
        case .fails, .depends: return truth
        case .isolated:
          guard found == .holds || found == truth else {
            return .depends("conformances that hold on several actors")
          }
          found = truth
        }
      }
      return found
    }
    if case .elsewhere = wanted {
      return .depends("\(program.name(wanted)), whose file was not given")
    }
    return ends(classes)
  }

  /// Nil where an associated type is not said.
  private func substitute(
    _ type: SwiftType, _ arguments: [SwiftType], _ depth: Int
  ) throws(InspectionError) -> SwiftType? {
    guard depth < SwiftType.deepest else { return nil }
    switch type {
    case .structural: return type
    case .parameter(let number):
      return arguments.indices.contains(number) ? arguments[number] : nil
    case .nominal(let declared, let inner):
      var known: [SwiftType] = []
      for argument in inner {
        guard let found = try substitute(argument, arguments, depth + 1) else { return nil }
        known.append(found)
      }
      return .nominal(declared, known)
    case .member(let base, let name):
      guard case .nominal(let declared, let inner)? = try substitute(base, arguments, depth + 1)
      else { return nil }
      for ancestor in try program.superclasses(of: declared) {
        guard let value = program.associatedTypes.type(of: ancestor, name) else { continue }
        return try substitute(value, inner, depth + 1)
      }
      return nil
    }
  }
}
