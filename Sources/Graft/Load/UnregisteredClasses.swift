// SPDX-License-Identifier: Apache-2.0

import CGraftLoader
import GraftDescriptors

extension ExtensionImage {
  /// The classes of an image that derive from a class `PExtension` and have no record.
  ///
  /// - Parameter registered: the names of the image's extensions.
  static func unregisteredClasses(
    in programHeaders: UInt, besides registered: Set<String>
  ) -> [String] {
    let known = Set(registered.map(unqualified))
    return classesOfExtensions(in: programHeaders).map(\.qualifiedName).filter { name in
      !_BaseClassName.isOfGeneratedSubclass(name) && !known.contains(unqualified(name))
    }.inOrder(<)
  }

  /// Whether an extension's class was compiled against a library with library evolution; nil if its
  /// name, which may lack the module, tells no single class, or one of the protocol's module, whose
  /// code knows the layout of the base class anyway.
  static func isResilient(_ name: String, in programHeaders: UInt) -> Bool? {
    let classes = classesOfExtensions(in: programHeaders).filter { type in
      unqualified(type.qualifiedName) == unqualified(name)
        && type.superclass.map { module($0.qualifiedName) } != module(type.qualifiedName)
    }
    let found =
      classes.first { $0.qualifiedName == name } ?? (classes.count == 1 ? classes[0] : nil)
    return found?.hasResilientSuperclass
  }

  /// The classes of an image that derive from a class `PExtension`.
  private static func classesOfExtensions(in programHeaders: UInt) -> [TypeDescriptor] {
    _ = ConformanceTable.read()
    let base = ProtocolDescriptor(of: (any ExtensionBase).self)!
    return ConformanceTable.swiftImages.flatMap { image -> [TypeDescriptor] in
      let types = graft_find_types(
        UnsafeRawPointer(bitPattern: image), UnsafeRawPointer(bitPattern: programHeaders))
      guard let start = types.start else { return [] }
      return stride(from: 0, to: types.byte_count, by: 4).compactMap { offset in
        guard let type = start.indirectable(at: offset).map({ TypeDescriptor(address: $0) }),
          let superclass = type.superclass,
          case .once = ConformanceTable.declared(of: superclass, to: base)
        else { return nil }
        return type
      }
    }
  }

  private static func module(_ name: String) -> Substring { name.prefix { $0 != "." } }

  private static func unqualified(_ name: String) -> String {
    String(name.split(separator: ".").last ?? "")
  }
}
