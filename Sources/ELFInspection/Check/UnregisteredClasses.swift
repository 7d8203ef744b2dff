// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

extension Finding {
  /// The classes that derive from a protocol's base class and have no record.
  ///
  /// A base class is known if its library is among the files.
  ///
  /// - Parameter descriptors: the files' descriptors, all of them.
  public static func unregistered(
    in entries: [ScanEntry], _ descriptors: [LocatedDescriptor]
  ) -> [Finding] {
    let registered = Dictionary(grouping: descriptors, by: \.origin).mapValues {
      Set($0.map(\.descriptor.extensionName))
    }
    let program = SwiftProgram { _ in }
    for entry in entries { program.add(entry, isConcerned: false) }
    let bases = Dictionary(
      program.extensibleProtocols().map { ($0.baseClass, $0.name) }, uniquingKeysWith: { $1 })
    return program.files.flatMap { file -> [Finding] in
      var found: [(name: String, protocolName: String)] = []
      program.eachSubclass(in: file) { declared, _, base throws(InspectionError) in
        let name = program.name(declared)
        guard let protocolName = bases[base], !_BaseClassName.isOfGeneratedSubclass(name),
          registered[file.origin]?.contains(name) != true
        else { return }
        found.append((name, protocolName))
      }
      return found.sorted { $0.name < $1.name }.map { name, protocolName in
        Finding(
          .classUnregistered, file.origin,
          "class \(name.abbreviated(to: 256)) derives from the base of \(protocolName.abbreviated(to: 256))"
            + " and has no record: is '@Extension' missing before it?")
      }
    }
  }
}
