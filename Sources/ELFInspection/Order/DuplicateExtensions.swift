// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// An extension that is in several images is one.
struct DuplicateExtensions {
  /// Each extension once: the executable's, else that of the lowest image identity, as
  /// the registry keeps it.
  private(set) var kept: [LocatedDescriptor] = []
  private(set) var repeated: [(LocatedDescriptor, of: LocatedDescriptor)] = []

  private struct Identity: Hashable {
    let protocolName: String
    let name: String
    let conditions: [String]
    let kind: DescriptorKind

    init(_ descriptor: ExtensionDescriptor) {
      protocolName = descriptor.unqualifiedProtocolName
      name = descriptor.extensionName
      conditions = descriptor.conditions
      kind = descriptor.kind
    }
  }

  init(_ descriptors: [LocatedDescriptor]) {
    let groups = Dictionary(grouping: descriptors.indices) { Identity(descriptors[$0].descriptor) }
    /// By the index of each: that of the one that counts.
    var counting = Array(descriptors.indices)
    for group in groups.values where group.count > 1 {
      guard let first = group.min(by: { descriptors[$0].comesFirst(descriptors[$1]) }) else {
        continue
      }
      // Private classes in several files of one image can share a name.
      for index in group where descriptors[index].origin != descriptors[first].origin {
        counting[index] = first
      }
    }
    for index in descriptors.indices {
      if counting[index] == index {
        kept.append(descriptors[index])
      } else {
        repeated.append((descriptors[index], of: descriptors[counting[index]]))
      }
    }
  }
}

extension LocatedDescriptor {
  fileprivate func comesFirst(_ other: LocatedDescriptor) -> Bool {
    if image.isExecutable != other.image.isExecutable { return image.isExecutable }
    return (identity, origin.display) < (other.identity, other.origin.display)
  }

  /// The image's, as far as its file tells: a program can open it under another name.
  private var identity: String { image.soname ?? origin.shortDisplay }
}
