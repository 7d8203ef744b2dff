// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

extension ExtensionImage {
  /// The classes of an image that derive from a class `PExtension` and have no record.
  ///
  /// - Parameter registered: the names of the image's extensions.
  static func unregisteredClasses(
    in programHeaders: UInt, besides registered: Set<String>
  ) -> [String] {
    _ = ConformanceTable.read()
    let base = ProtocolDescriptor(of: (any ExtensionBase).self)!
    let known = Set(registered.map(unqualified))
    return ConformanceTable.swiftImages.flatMap { image -> [String] in
      let types = graft_find_types(
        UnsafeRawPointer(bitPattern: image), UnsafeRawPointer(bitPattern: programHeaders))
      guard let start = types.start else { return [] }
      return stride(from: 0, to: types.byte_count, by: 4).compactMap { offset in
        let type = TypeDescriptor(address: RelativePointer.indirectable(start + offset))
        guard let superclass = type.superclass,
          case .once = ConformanceTable.declared(of: superclass, to: base)
        else { return nil }
        let name = type.qualifiedName
        // Each class `PExtension` comes with a `_Link`, which runs advice. The name of a private
        // class has no module here.
        return unqualified(name) == "_Link" || known.contains(unqualified(name)) ? nil : name
      }
    }.inOrder(<)
  }

  private static func unqualified(_ name: String) -> String {
    String(name.split(separator: ".").last ?? "")
  }
}
