// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// Merges extensions that several images repeat.
struct DuplicateExtensions {
  /// Each extension once: the executable's, else the one with the lowest image
  /// identity, as in the registry.
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
    // The index of the descriptor that counts, for each index.
    var counting = Array(descriptors.indices)
    for group in groups.values where group.count > 1 {
      let first = group.min { descriptors[$0].comesFirst(descriptors[$1]) }!
      // Private classes in different files of an image can share a name.
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

  /// The image's identity, as far as the file tells; a program can choose
  /// another when it loads it.
  var identity: String { image.pluginName ?? image.soname ?? origin.shortDisplay }
}
