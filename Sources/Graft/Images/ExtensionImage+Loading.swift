// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

extension ExtensionImage {
  /// Opens a plug-in and lets its extensions count.
  ///
  /// The image is kept loaded for ever. Until it is accepted none of its extensions
  /// counts. Loading a file again does nothing but take it in once more, if it was
  /// withdrawn, superseded or rolled back.
  ///
  /// - Parameters:
  ///   - path: as for `dlopen`; without a slash it is searched for.
  ///   - identity: what the file is a build of. Builds of one identity supersede
  ///     each other.
  ///   - allowingConflicts: true to take the image although it brings a conflict
  ///     for a subject that is in use.
  /// - Throws: `ImageLoadError`; then nothing of the image counts.
  public static func load(
    _ path: String, identity: String? = nil, allowingConflicts: Bool = false
  ) throws(ImageLoadError) -> ImageArrival {
    try DynamicLinker.check(path)
    let copies = LoadedImages.loaderPaths
    let handle = try DynamicLinker.open(path)
    let store = RegistryStore.shared
    let (main, staged) = store.arrived(with: handle)
    do throws(ImageLoadError) {
      try StagedImages(path: path, numbers: staged, store: store).check(
        handle, copiesBefore: copies, allowingConflicts: allowingConflicts)
    } catch {
      store.refuse(staged)
      throw error
    }
    let others = staged.filter { $0 != main }
    let numbers = (main.map { [$0] } ?? []) + others
    let named = identity.flatMap { identity in main.map { (identity, of: $0) } }
    let changes = store.accept(staged.isEmpty ? [] : numbers, identity: named)
    // An image that only brings conformances announces nothing.
    if numbers.isEmpty { ExtensionRegistry.refresh() }
    let images = numbers.map(store.image)
    return ImageArrival(
      images: images, descriptors: images.flatMap(store.registeredExtensions), changes: changes)
  }
}

/// Looks for reasons against images that were just opened.
private struct StagedImages {
  let path: String
  let numbers: [Int]
  let store: RegistryStore

  func check(
    _ handle: DynamicLinker.Handle, copiesBefore: [String], allowingConflicts: Bool
  ) throws(ImageLoadError) {
    let copies = LoadedImages.loaderPaths
    if copies.count > max(1, copiesBefore.count) {
      throw .graftTwice(path: path, images: copies)
    }
    if !handle.sharesSwiftRuntime { throw .swiftRuntimeTwice(path: path) }
    for number in numbers { try checkFlaws(store.image(number), store.flaws(of: number)) }
    let records = numbers.flatMap(store.records)
    for record in records { try check(record) }
    guard !allowingConflicts else { return }
    let conflicts = store.newConflicts(ifAccepted: numbers)
    if !conflicts.isEmpty { throw .conflict(path: path, conflicts: conflicts) }
  }

  private func checkFlaws(
    _ image: ExtensionImage, _ flaws: [DescriptorFlaw]
  ) throws(ImageLoadError) {
    for flaw in flaws where [.unknownVersion, .unknownAnchorVersion].contains(flaw.code) {
      throw .newerRecord(path: image.path, version: Int(flaw.value))
    }
  }

  private func check(_ record: RegistryStore.Record) throws(ImageLoadError) {
    let (outcome, extended) = AccessorCall.check(record.accessor)
    if case .shapeDiffers = outcome {
      throw .shapeDiffers(
        path: path, extension: record.registered.name,
        protocolName: record.registered.descriptor.protocolName)
    }
    if let extended, store.knowsOther(than: extended) {
      let module = extended.qualifiedName.prefix { $0 != "." }
      throw .moduleTwice(path: path, module: String(module))
    }
  }
}
