// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// The extensible protocols of the loaded images, and the types that these declare to
/// conform to them.
struct KnownSubjects {
  /// A conforming type whose arguments are not known before it is used.
  struct Generic {
    let type: TypeDescriptor
    /// With its module.
    let protocolName: String
  }

  /// The base classes for all others. Subclasses of such a type are not among them.
  private(set) var bases: [any ExtensionBase.Type] = []
  private(set) var generic: [Generic] = []
  /// With their modules; also of protocols to which nothing conforms.
  private(set) var protocolNames: [String] = []

  init(_ records: ConformanceRecords) {
    guard let marker = ExistentialType(TypeMetadata((any ExtensionBase).self))?.protocols.first
    else { return }
    for base in records.types(conformingTo: marker) {
      let baseClass = base.type
      guard let subjectProtocol = baseClass.extendedProtocol(baseTable: base.witnessTable)
      else { continue }
      let className = baseClass.qualifiedName
      let name = _BaseClassName.protocolName(of: className) ?? className
      protocolNames.append(name)
      // Two modules may declare that one type conforms.
      var seen: Set<TypeDescriptor> = []
      for subject in records.types(conformingTo: subjectProtocol)
      where seen.insert(subject.type).inserted {
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
