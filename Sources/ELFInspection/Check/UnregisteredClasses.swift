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
    return program.files.flatMap { file in
      program.subclasses(of: bases, in: file)
        .filter { registered[file.origin]?.contains($0.name) != true }
        .map { Finding(.classUnregistered, file.origin, $0.text) }
    }
  }
}

/// A class of a file that derives from a protocol's base class.
private struct Subclass {
  let name: String
  let protocolName: String

  var text: String {
    "class \(name.abbreviated(to: 256)) derives from the base of \(protocolName.abbreviated(to: 256))"
      + " and has no record: is '@Extension' missing before it?"
  }
}

extension SwiftProgram {
  /// The classes of a file whose superclass is one of those given, by name.
  fileprivate func subclasses(
    of bases: [Declaration: String], in file: SwiftFile
  ) -> [Subclass] {
    var found: [Subclass] = []
    eachSubclass(in: file) { declared, _, base throws(InspectionError) in
      let name = name(declared)
      guard let protocolName = bases[base], !_BaseClassName.isOfGeneratedSubclass(name) else {
        return
      }
      found.append(Subclass(name: name, protocolName: protocolName))
    }
    return found.sorted { $0.name < $1.name }
  }
}
