// SPDX-License-Identifier: Apache-2.0

/// Finds copies of one extension or advice in several images.
///
/// The executable's copy counts, or else that of the image with the lowest
/// identity.
struct Duplicates {
  /// The image of the copy that counts, for each that does not.
  private var images: [ExtensionImage?] = []

  init(_ all: [RegisteredExtension]) {
    guard all.count > 1 else { return }
    images = Array(repeating: nil, count: all.count)
    var groups = KeyTable<String, [Int]>()
    for (index, each) in all.enumerated() {
      groups[each.keyOfCopies, default: []].append(index)
    }
    for group in groups.values where group.count > 1 {
      let image = group.map { all[$0].image }.min(by: Self.comesFirst)!
      // Private classes in several files of one image can share a name.
      for index in group where all[index].image != image { images[index] = image }
    }
  }

  /// The copies that do not count, each with the image of the one that does.
  func among<Item>(_ all: [Item]) -> [(item: Item, image: ExtensionImage)] {
    images.enumerated().compactMap { index, image in image.map { (all[index], $0) } }
  }

  func without<Item>(_ all: [Item]) -> [Item] {
    images.isEmpty ? all : all.indices.filter { images[$0] == nil }.map { all[$0] }
  }

  private static func comesFirst(_ one: ExtensionImage, _ two: ExtensionImage) -> Bool {
    if one.isExecutable != two.isExecutable { return one.isExecutable }
    return (one.identity, one.path) < (two.identity, two.path)
  }
}
