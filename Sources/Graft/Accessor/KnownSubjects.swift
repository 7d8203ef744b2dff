// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// The extensible protocols of the loaded images, and the types that are declared to conform.
struct KnownSubjects {
  /// A generic type that conforms.
  struct Generic {
    let type: TypeDescriptor
    /// The name with its module.
    let protocolName: String
  }

  /// The base classes of types that are not generic.
  private(set) var bases: [any ExtensionBase.Type] = []
  private(set) var generic: [Generic] = []
  /// The names of all extensible protocols with their modules.
  private(set) var protocolNames: [String] = []

  /// - Parameter isConcerned: selects protocols, by their names without a module.
  init(
    _ reading: ConformanceTable.Reading, where isConcerned: (String) -> Bool = { _ in true }
  ) {
    let records = ConformanceRecords(reading)
    guard let marker = ProtocolDescriptor(of: (any ExtensionBase).self) else { return }
    for base in records.types(conformingTo: marker) {
      let baseClass = base.type
      guard let subjectProtocol = baseClass.extendedProtocol(baseTable: base.witnessTable)
      else { continue }
      let className = baseClass.qualifiedName
      let name = _BaseClassName.protocolName(of: className) ?? className
      guard isConcerned(ExtensionDescriptor.unqualified(protocolName: name)) else { continue }
      protocolNames.append(name)
      // Two modules may declare that one type conforms.
      var seen = KeyTable<TypeDescriptor, Void>()
      for subject in records.types(conformingTo: subjectProtocol)
      where seen.set(subject.type, to: ()).before == nil {
        if subject.type.isGeneric {
          generic.append(Generic(type: subject.type, protocolName: name))
        } else if let base = baseClass.base(
          of: subject, conformingTo: subjectProtocol, baseTable: base.witnessTable)
        {
          bases.append(base)
        }
      }
    }
  }
}
