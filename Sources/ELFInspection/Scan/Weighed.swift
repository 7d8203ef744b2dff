// SPDX-License-Identifier: Apache-2.0

/// What was read of a file and waits to be shown.
public protocol Weighed: Sendable {
  /// What it takes of memory, in bytes and about.
  var byteCount: Int { get }
}

extension FoundDescriptors: Weighed {
  public var byteCount: Int { descriptors.estimatedByteCount }
}

extension CheckedFiles: Weighed {
  public var byteCount: Int { linked.estimatedByteCount + objects.estimatedByteCount }
}

extension FoundInputs: Weighed {
  public var byteCount: Int {
    inputs.reduce(0) { sum, input in
      sum + input.descriptors.estimatedByteCount
        + input.definitions.count * 4 * MemoryLayout<String>.stride
    }
  }
}

extension [LocatedDescriptor] {
  /// With the text of the records, in strings of their own.
  fileprivate var estimatedByteCount: Int {
    reduce(0) { $0 + MemoryLayout<LocatedDescriptor>.stride + 4 * $1.byteCount }
  }
}
