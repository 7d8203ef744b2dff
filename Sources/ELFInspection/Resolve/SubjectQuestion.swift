// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// The truth of a condition for a type.
enum Truth: Hashable, Sendable {
  case holds
  case fails
  /// The condition holds on a global actor only.
  case isolated(ConformanceRecord.Isolation)
  /// The files do not tell; the text says why.
  case depends(String)

  static let unknownType = Truth.depends("a type that is not in the files")
  static let arguments = Truth.depends("its generic arguments, which are known when it is used")
}

/// The facts in the files about one subject.
///
/// A generic subject represents all its instances. Its arguments are its own
/// parameters, for which the conditions of its declaration and conformance
/// hold.
struct SubjectQuestion {
  let program: SwiftProgram
  /// The subject's type.
  let subject: SwiftType
  /// The conditions that hold for its parameters.
  let facts: [GenericSignature.Condition]

  private static let deepest = 16

  /// Reads a subject.
  ///
  /// - Parameter record: the subject's conformance to the extensible protocol.
  init(_ program: SwiftProgram, _ record: ConformanceRecord) throws(InspectionError) {
    self.program = program
    guard let context = try program.context(record.type) else {
      subject = .nominal(record.type, [])
      facts = []
      return
    }
    let parameters = try program.parameters(of: context)
    subject = .nominal(record.type, (0..<parameters.count).map { .parameter($0) })
    facts = parameters.signature.conditions + record.conditions
  }

  /// Whether the subject meets a condition on the class's parameter.
  func truth(_ condition: GenericSignature.Condition) -> Truth {
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
      try program.substitute(type, arguments)
    }
    switch condition {
    case .unknown(let what): return .depends(what)
    case .conforms(let type, let wanted):
      guard let type = try resolved(type) else { return .unknownType }
      return try conformance(of: type, to: wanted, depth)
    case .sameType(let one, let other):
      guard let one = try resolved(one), let other = try resolved(other) else {
        return .unknownType
      }
      return Self.sameness(one, other)
    case .superclass(let type, let wanted):
      guard let type = try resolved(type), let wanted = try resolved(wanted) else {
        return .unknownType
      }
      return try inheritance(of: type, from: wanted)
    case .isObject(let type):
      guard let type = try resolved(type) else { return .unknownType }
      return try objecthood(of: type)
    }
  }

  /// Whether values are objects without witness tables beside them.
  private func objecthood(of type: SwiftType) throws(InspectionError) -> Truth {
    switch type {
    case .parameter, .member: return .arguments
    case .existential(let protocols, _, let isObject):
      return isObject && protocols.isEmpty ? .holds : .fails
    case .compound, .structural: return .fails
    case .nominal(.elsewhere(let symbol), _): return symbol.hasSuffix("CMn") ? .holds : .fails
    case .nominal(let found, _):
      return try program.context(found)?.kind == .class ? .holds : .fails
    }
  }

  private static func sameness(_ one: SwiftType, _ other: SwiftType) -> Truth {
    if one == other { return .holds }
    if one.isOpen || other.isOpen { return .arguments }
    if case .existential(let protocols, let superclass?, _) = one,
      case .existential(protocols, let otherSuperclass?, _) = other
    {
      return sameness(superclass, otherSuperclass)
    }
    switch (one, other) {
    case (.nominal(let first, let own), .nominal(let second, let others)) where first == second:
      return sameness(own, others)
    case (.compound(let first, let own), .compound(let second, let others)) where first == second:
      return sameness(own, others)
    default: return .fails
    }
  }

  private static func sameness(_ some: [SwiftType], _ others: [SwiftType]) -> Truth {
    guard some.count == others.count else { return .fails }
    let truths = zip(some, others).map { sameness($0, $1) }
    return truths.first { $0 == .fails } ?? truths.first { $0 != .holds } ?? .holds
  }

  private func inheritance(
    of type: SwiftType, from wanted: SwiftType
  ) throws(InspectionError) -> Truth {
    if type.isOpen || wanted.isOpen { return .arguments }
    guard case .nominal(let declared, _) = wanted else { return .fails }
    if case .existential(_, let superclass, _) = type {
      guard let superclass else { return .fails }
      return try inheritance(of: superclass, from: wanted)
    }
    let classes = try program.superclasses(of: type)
    for ancestor in classes where ancestor.declaration == declared {
      return Self.sameness(ancestor, wanted)
    }
    return try ends(classes)
  }

  /// The result if no superclass matched: unknown if the chain of superclasses
  /// leaves the given files, or what is understood.
  private func ends(_ classes: [SwiftType]) throws(InspectionError) -> Truth {
    guard let last = classes.last?.declaration else { return .fails }
    if case .elsewhere = last {
      return .depends("\(program.name(last)), whose file was not given")
    }
    guard let context = try program.context(last), context.kind == .class,
      try context.descriptor.superclass() != nil
    else { return .fails }
    return .depends("the superclass of \(program.name(last)), which is not understood")
  }

  private func conformance(
    of type: SwiftType, to wanted: Declaration, _ depth: Int
  ) throws(InspectionError) -> Truth {
    if type.isOpen { return try isFact(type, wanted) ? .holds : .arguments }
    // The only existential type that conforms to its protocol.
    if type == .existential([wanted], superclass: nil, isObject: false),
      wanted == program.declaration(symbol: "$ss5ErrorMp")
    {
      return .holds
    }
    guard case .nominal = type else { return .fails }
    let classes = try program.superclasses(of: type)
    for ancestor in classes {
      guard case .nominal(let declared, let arguments) = ancestor,
        let record = program.conformances.record(of: declared, to: wanted)
      else { continue }
      var found = record.isolation.map(Truth.isolated) ?? .holds
      for condition in record.conditions {
        let truth = try truth(condition, arguments, depth + 1)
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
    return try ends(classes)
  }

  private func isFact(_ type: SwiftType, _ wanted: Declaration) throws(InspectionError) -> Bool {
    for fact in facts {
      if case .conforms(type, let known) = fact,
        try program.refinements(of: known).contains(wanted)
      {
        return true
      }
    }
    return false
  }
}

extension SwiftType {
  /// Whether the type depends on parameters of the generic subject.
  fileprivate var isOpen: Bool {
    switch self {
    case .parameter, .member: true
    case .nominal, .existential, .compound, .structural: false
    }
  }
}

extension SwiftProgram {
  /// The class and its superclasses with their arguments, as far as the files
  /// tell.
  func superclasses(of type: SwiftType) throws(InspectionError) -> [SwiftType] {
    var found = [type]
    while found.count < SwiftType.deepest,
      case .nominal(let declared, let arguments) = found[found.count - 1],
      let context = try context(declared), let parent = try superclass(of: context),
      let known = try substitute(parent, arguments), case .nominal = known
    {
      found.append(known)
    }
    return found
  }

  /// The type with arguments for parameters; nil if an associated type is
  /// unknown.
  func substitute(
    _ type: SwiftType, _ arguments: [SwiftType], _ depth: Int = 0
  ) throws(InspectionError) -> SwiftType? {
    guard depth < SwiftType.deepest else { return nil }
    switch type {
    case .structural: return type
    case .existential(let protocols, let superclass, let isObject):
      guard let superclass else { return type }
      guard let known = try substitute(superclass, arguments, depth + 1) else { return nil }
      return .existential(protocols, superclass: known, isObject: isObject)
    case .parameter(let number):
      return arguments.indices.contains(number) ? arguments[number] : nil
    case .nominal(let declared, let inner):
      return try substitute(inner, arguments, depth).map { .nominal(declared, $0) }
    case .compound(let form, let parts):
      return try substitute(parts, arguments, depth).map { .compound(form, $0) }
    case .member(let base, let name):
      guard let base = try substitute(base, arguments, depth + 1) else { return nil }
      if base.isOpen { return .member(base, name) }
      for ancestor in try superclasses(of: base) {
        guard case .nominal(let declared, let inner) = ancestor,
          let value = associatedTypes.type(of: declared, name)
        else { continue }
        return try substitute(value, inner, depth + 1)
      }
      return nil
    }
  }

  private func substitute(
    _ types: [SwiftType], _ arguments: [SwiftType], _ depth: Int
  ) throws(InspectionError) -> [SwiftType]? {
    var known: [SwiftType] = []
    for type in types {
      guard let found = try substitute(type, arguments, depth + 1) else { return nil }
      known.append(found)
    }
    return known
  }
}
