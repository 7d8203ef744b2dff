// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// A protocol with `@Extensible`, as the base class that goes with it tells.
struct ExtensibleProtocol {
  let declaration: Declaration
  let baseClass: Declaration
  /// With its module.
  let name: String
  /// In the order of their declaration.
  let requirements: [Requirement]

  typealias Requirement = RequirementLine

  var unqualifiedName: String { String(name.split(separator: ".").last ?? "") }

  /// The numbers of those that a record means by a name: by one with types the one
  /// requirement, by one without every overload.
  func requirements(named name: RequirementName) -> [Int] {
    let exact = requirements.indices.filter {
      requirements[$0].nameInRecords == name || requirements[$0].name == name
    }
    guard exact.isEmpty else { return exact }
    return requirements.indices.filter {
      requirements[$0].nameInRecords.untyped == name.untyped
    }
  }
}

extension SwiftProgram {
  /// Those whose base class is in the files, by name.
  ///
  /// - Parameter descriptors: whose names of requirements tell texts apart.
  func extensibleProtocols(_ descriptors: [LocatedDescriptor]) -> [ExtensibleProtocol] {
    var used: [String: Set<RequirementName>] = [:]
    for located in descriptors {
      used[located.descriptor.unqualifiedProtocolName, default: []]
        .formUnion(located.descriptor.requirements)
    }
    var found: [ExtensibleProtocol] = []
    for (marker, records) in conformances.byProtocol where name(marker) == "Graft.ExtensionBase" {
      for record in records {
        trying(record.file.origin) { () throws(InspectionError) in
          if let one = try extensibleProtocol(record, used) { found.append(one) }
        }
      }
    }
    return found.sorted { $0.name < $1.name }
  }

  private func extensibleProtocol(
    _ record: ConformanceRecord, _ used: [String: Set<RequirementName>]
  ) throws(InspectionError) -> ExtensibleProtocol? {
    guard let context = try context(record.type),
      let extended = try signature(ofClass: context)?.protocols.first ?? supported(by: record.type)
    else { return nil }
    guard let protocolName = _BaseClassName.protocolName(of: name(record.type)) else { return nil }
    let unqualified = protocolName.split(separator: ".").last.map(String.init) ?? ""
    return ExtensibleProtocol(
      declaration: extended, baseClass: record.type, name: protocolName,
      requirements: try requirements(of: record, used: used[unqualified] ?? []))
  }

  /// The protocol of a base class that takes any subject: the enumeration beside it names it.
  private func supported(by baseClass: Declaration) -> Declaration? {
    guard case .nominal(let support, _)? = associatedTypes.type(of: baseClass, "_Support"),
      case .structural(_, let declarations)? = associatedTypes.type(of: support, "_Protocol")
    else { return nil }
    return declarations.count == 1 ? declarations[0] : nil
  }

  /// The cases of the enumeration that goes with the base class, with their names as they
  /// stand in a literal of the same file.
  private func requirements(
    of record: ConformanceRecord, used: Set<RequirementName>
  ) throws(InspectionError) -> [ExtensibleProtocol.Requirement] {
    guard
      case .nominal(let enumeration, _)? = associatedTypes.type(of: record.type, "_Support"),
      let context = try context(enumeration), context.kind == .enumeration
    else {
      throw InspectionError(
        .malformedSwiftSection,
        "which requirements \(name(record.type)) has can't be known: was it compiled without"
          + " reflection metadata?")
    }
    guard let all = try context.cases() else {
      throw InspectionError(
        .malformedSwiftSection, "the cases of \(name(enumeration)) have no names",
        offset: context.address)
    }
    guard !all.isEmpty else {
      throw InspectionError(
        .unsupported,
        "what \(name(enumeration)) says of requirements is of another version of Graft",
        offset: context.address)
    }
    // One more, so that the compiler writes no comparison.
    let cases = all.filter { $0 != "_none" }
    if let lines = try requirementTexts(context.file).lines(for: cases, used: used) { return lines }
    guard used.isEmpty else {
      throw InspectionError(
        .malformedSwiftSection,
        "the names of the requirements of \(name(record.type)) are not in the file, or several"
          + " texts could be them: which ones its extensions implement can't be known")
    }
    return cases.map {
      ExtensibleProtocol.Requirement(name: RequirementName($0), nameInRecords: RequirementName($0))
    }
  }
}
