// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// A type or protocol, identified by its descriptor.
enum Declaration: Hashable, Sendable {
  /// The descriptor's file and address.
  case described(file: Int, address: UInt64)
  /// The descriptor's symbol, if its file was not given.
  case elsewhere(symbol: String)
}

/// A context descriptor of a known kind.
struct DeclaredContext {
  let descriptor: ContextDescriptor<FilePlace>
  let kind: ContextFlags.Kind

  var file: SwiftFile { descriptor.place.file }
  var flags: ContextFlags { descriptor.flags }

  init(at place: FilePlace) throws(InspectionError) {
    descriptor = try ContextDescriptor(at: place)
    guard let kind = descriptor.flags.kind else {
      throw InspectionError(
        .unsupported, "a Swift descriptor of an unknown kind or version",
        offset: place.address, value: UInt64(descriptor.flags.rawValue))
    }
    self.kind = kind
  }

  var name: String {
    get throws(InspectionError) {
      guard let name = try descriptor.name() else { return "" }
      return try file.memory.text(at: name.address)
    }
  }
}
