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

  /// The base classes of types that are not generic, with their conformances.
  private(set) var subjects: [(base: any ExtensionBase.Type, record: ConformanceRecord)] = []
  private(set) var generic: [Generic] = []
  /// The names of all extensible protocols with their modules.
  private(set) var protocolNames: [String] = []

  /// - Parameters:
  ///   - isConcerned: selects protocols, by their names without a module.
  ///   - selects: selects subjects of such a protocol.
  init(
    _ reading: ConformanceTable.Reading, where isConcerned: (String) -> Bool = { _ in true },
    selecting selects: (String, ConformanceRecord) -> Bool = { _, _ in true }
  ) {
    let records = ConformanceRecords(reading)
    guard let marker = ProtocolDescriptor(of: (any ExtensionBase).self) else { return }
    for base in records.types(conformingTo: marker) {
      let baseClass = base.type
      guard let subjectProtocol = baseClass.extendedProtocol(baseTable: base.record.witnessTable)
      else { continue }
      let className = baseClass.qualifiedName
      let name = _BaseClassName.protocolName(of: className) ?? className
      let unqualified = ExtensionDescriptor.unqualified(protocolName: name)
      guard isConcerned(unqualified) else { continue }
      protocolNames.append(name)
      // Two modules may declare that one type conforms.
      var seen = KeyTable<TypeDescriptor, Void>()
      for subject in records.types(conformingTo: subjectProtocol)
      where selects(unqualified, subject.record) && seen.set(subject.type, to: ()).before == nil {
        if subject.type.isGeneric {
          generic.append(Generic(type: subject.type, protocolName: name))
        } else if let base = baseClass.base(
          of: subject, conformingTo: subjectProtocol, baseTable: base.record.witnessTable)
        {
          subjects.append((base, subject.record))
        }
      }
    }
  }
}

extension ConformanceRecord {
  /// Whether one of these images declares it.
  ///
  /// Asks the loader: no lock may be held.
  ///
  /// - Parameter images: the addresses of program headers.
  func isDeclared(in images: Set<UInt>) -> Bool {
    !images.isEmpty && images.contains(Owner(address).programHeaders)
  }
}
