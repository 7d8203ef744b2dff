// SPDX-License-Identifier: Apache-2.0

import CGraftLoader
import GraftDescriptors

/// A type's descriptor in this process.
struct TypeDescriptor: Hashable, TableKey {
  let address: UnsafeRawPointer

  var hash: UInt { Self.hash(of: UInt(bitPattern: address)) }

  private var context: ContextDescriptor<UnsafeRawPointer> { ContextDescriptor(at: address) }

  var isGeneric: Bool { context.flags.isGeneric }
  var isUnique: Bool { context.flags.isUnique }

  /// The name with its module and without generic arguments.
  var qualifiedName: String {
    var parts: [String] = []
    var next: TypeDescriptor? = self
    while let current = next {
      let kind = current.context.flags.kind
      if kind == .extension {
        guard let extended = current.context.extendedType() else { break }
        next = MangledName.declaration(at: extended)
        // The names of most types of the standard library are no references, but text.
        if next == nil, let name = MangledName.nominalName(at: extended) { parts.append(name) }
        continue
      }
      if kind?.isNamed == true, let name = current.context.name() {
        parts.append(String(cString: name.assumingMemoryBound(to: CChar.self)))
      }
      next = current.context.parent().map { TypeDescriptor(address: $0) }
    }
    return _CourierName.written(parts.reversed().joined(separator: "."))
  }

  /// The name of the module that declares it, also in an extension of another module's type.
  var moduleName: String {
    var outermost = self
    while let parent = outermost.context.parent() { outermost = TypeDescriptor(address: parent) }
    return outermost.qualifiedName
  }

  var accessFunction: UnsafeRawPointer { context.accessFunction()! }

  /// The type, if it is not generic.
  var type: Any.Type {
    TypeMetadata(address: graft_metadata(accessFunction)!).type
  }

  // MARK: Classes

  /// The class that a class derives from; nil if it derives from none.
  var superclass: TypeDescriptor? {
    guard context.flags.kind == .class else { return nil }
    return context.superclass().flatMap(MangledName.declaration)
  }

  var hasResilientSuperclass: Bool { context.flags.hasResilientSuperclass }

  // MARK: Classes `PExtension<Subject: P>`

  /// The protocol that the only generic parameter conforms to.
  var subjectProtocol: ProtocolDescriptor? {
    let parameters = context.parameters()
    guard parameters.count == 1, parameters.keyArgumentCount == 2 else { return nil }
    return GenericRequirement.list(at: parameters.requirements, count: parameters.requirementCount)
      .first { $0.kind == .conformance }?.conformed
  }
}
