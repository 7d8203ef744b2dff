// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// An `@Extensible` protocol, found through its base class.
struct ExtensibleProtocol {
  let declaration: Declaration
  let baseClass: Declaration
  /// The name with its module.
  let name: String
  /// The requirements, in the order of declaration.
  let requirements: [Requirement]
  /// Its form, which extensions were compiled against.
  let compiled: CompiledProtocol
  private let numbers: [RequirementName: [Int]]
  /// The indices of all overloads by their names without types.
  private let overloads: [RequirementName: [Int]]

  /// A requirement with its names.
  struct Requirement: Equatable {
    /// The name, spelled as in the registry's tables.
    let name: RequirementName
    let nameInRecords: RequirementName

    static func all(of record: ProtocolRecord) -> [Requirement] {
      record.requirements.map {
        Requirement(
          name: RequirementName($0.name), nameInRecords: RequirementName($0.nameInRecords))
      }
    }
  }

  init(declaration: Declaration, baseClass: Declaration, name: String, _ record: ProtocolRecord) {
    self.declaration = declaration
    self.baseClass = baseClass
    self.name = name
    let requirements = Requirement.all(of: record)
    self.requirements = requirements
    compiled = CompiledProtocol(record)
    var numbers: [RequirementName: [Int]] = [:]
    for (number, requirement) in requirements.enumerated() {
      numbers[requirement.nameInRecords, default: []].append(number)
      if requirement.name != requirement.nameInRecords {
        numbers[requirement.name, default: []].append(number)
      }
    }
    self.numbers = numbers
    overloads = Dictionary(grouping: requirements.indices) {
      requirements[$0].nameInRecords.untyped
    }
  }

  var unqualifiedName: String { String(name.split(separator: ".").last ?? "") }

  /// The indices of the requirements that a record's name denotes: one if it
  /// has types, else every overload.
  ///
  /// - Parameter count: the number of requirements, the first ones, that there were when the record
  ///   was compiled.
  func requirements(named name: RequirementName, among count: Int) -> [Int] {
    let named = numbers[name]?.filter { $0 < count } ?? []
    return named.isEmpty ? (overloads[name.untyped] ?? []).filter { $0 < count } : named
  }
}

extension SwiftProgram {
  /// The protocols whose base class is in the files, by name.
  func extensibleProtocols() -> [ExtensibleProtocol] {
    var found: [ExtensibleProtocol] = []
    for (marker, records) in conformances.byProtocol where name(marker) == "Graft.ExtensionBase" {
      for record in records {
        trying(record.file.origin) { () throws(InspectionError) in
          if let one = try extensibleProtocol(record) { found.append(one) }
        }
      }
    }
    return found.sorted { $0.name < $1.name }
  }

  private func extensibleProtocol(
    _ record: ConformanceRecord
  ) throws(InspectionError) -> ExtensibleProtocol? {
    guard let context = try context(record.type),
      let extended = try signature(ofClass: context)?.protocols.first ?? supported(by: record.type)
    else { return nil }
    guard let protocolName = _BaseClassName.protocolName(of: name(record.type)) else { return nil }
    return ExtensibleProtocol(
      declaration: extended, baseClass: record.type, name: protocolName,
      try self.record(of: protocolName, in: record.file))
  }

  /// The protocol of a base class that accepts any subject; the enumeration
  /// beside it names the protocol.
  private func supported(by baseClass: Declaration) -> Declaration? {
    guard case .nominal(let support, _)? = associatedTypes.type(of: baseClass, "_Support"),
      case .existential(let protocols, _, _)? = associatedTypes.type(of: support, "_Protocol")
    else { return nil }
    return protocols.count == 1 ? protocols[0] : nil
  }

  /// The protocol's record in the same file.
  ///
  /// A record lacks the outer type if the protocol is nested in a type of another
  /// module.
  private func record(
    of name: String, in file: SwiftFile
  ) throws(InspectionError) -> ProtocolRecord {
    func withoutModule(_ name: String) -> Substring { name.drop { $0 != "." } }
    let records = try protocolRecords(file).filter { withoutModule($0.name) == withoutModule(name) }
    let exact = records.filter { $0.name == name }
    let found = exact.isEmpty ? records : exact
    let requirements = found.map(ExtensibleProtocol.Requirement.all)
    guard let first = found.first, requirements.allSatisfy({ $0 == requirements[0] }) else {
      throw InspectionError(
        .malformedSwiftSection,
        found.isEmpty
          ? "no record says which requirements \(name) has: was it compiled with an earlier Graft?"
          : "\(found.count) protocols of the file are called \(name): which requirements each has"
            + " can't be known")
    }
    return first
  }
}
