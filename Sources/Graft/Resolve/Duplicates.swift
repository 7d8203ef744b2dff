// SPDX-License-Identifier: Apache-2.0

/// The same extension or advice in several images is one: the executable's counts,
/// else that of the lowest image identity.
struct Duplicates {
  /// By the index of one that does not count: the image of the one that does.
  private(set) var images: [Int: ExtensionImage] = [:]

  init(_ all: [RegisteredExtension]) {
    guard all.count > 1 else { return }
    let groups = Dictionary(grouping: all.indices) { index in
      [all[index].descriptor.extensionName] + all[index].descriptor.conditions
    }
    for group in groups.values where group.count > 1 {
      let image = group.map { all[$0].image }.min(by: Self.comesFirst)!
      // Private classes in several files of one image can share a name.
      for index in group where all[index].image != image { images[index] = image }
    }
  }

  func without<Item>(_ all: [Item]) -> [Item] {
    images.isEmpty ? all : all.indices.filter { images[$0] == nil }.map { all[$0] }
  }

  private static func comesFirst(_ one: ExtensionImage, _ two: ExtensionImage) -> Bool {
    if one.isExecutable != two.isExecutable { return one.isExecutable }
    return (one.identity, one.path) < (two.identity, two.path)
  }
}
