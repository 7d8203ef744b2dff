// SPDX-License-Identifier: Apache-2.0

import CGraft
import GraftDescriptors
import Synchronization

/// The one piece of shared state: what has been taken in from the loader, what has
/// been published, and the links. No code of users runs while its lock is held.
final class RegistryStore: Sendable {
  static let shared = RegistryStore()

  /// A descriptor with the means to ask its accessor.
  struct Record: Sendable {
    let id: RecordID
    let registered: RegisteredExtension
    let accessor: graft_accessor
  }

  /// The records of one protocol's name, and the state of the process they are of.
  struct Snapshot {
    let generation: UInt64
    let records: [Record]
  }

  private struct State {
    /// Up to which the loader's table has been taken in.
    var generation: UInt64 = .max
    var lastImage: LoadedImage?
    var images: [(loaded: LoadedImage, image: ExtensionImage)] = []
    /// From a protocol's name, without what qualifies it, to its records.
    var index: [String: [RecordID]] = [:]
    /// Those that have been asked for.
    var records: [RecordID: Record] = [:]
    var diagnostics: Set<RegistryDiagnostic> = []
    var links = LinkTable()
    var cells = PublishedCells()
  }

  private let state = Mutex(State())

  // MARK: What was loaded

  var images: [ExtensionImage] {
    state.withLock { state in
      takeIn(&state)
      return state.images.map(\.image)
    }
  }

  /// In the order of arrival, and of the sections.
  var registeredExtensions: [RegisteredExtension] {
    state.withLock { state in
      takeIn(&state)
      return state.images.flatMap { loaded, image in
        (0..<loaded.recordCount).map { registered(loaded, image, $0) }
      }
    }
  }

  /// What the loader and resolutions passed over so far.
  var diagnostics: [RegistryDiagnostic] {
    state.withLock { state in
      takeIn(&state)
      let flaws = state.images.flatMap { loaded, image in
        loaded.flaws.map { RegistryDiagnostic(.flaw($0), image: image) }
      }
      return flaws + state.diagnostics.sorted { $0.description < $1.description }
    }
  }

  /// The records whose protocol has this name.
  func snapshot(protocolName: String) -> Snapshot {
    state.withLock { state in
      takeIn(&state)
      let ids = state.index[protocolName] ?? []
      return Snapshot(
        generation: state.generation, records: ids.map { record($0, &state) })
    }
  }

  private func takeIn(_ state: inout State) {
    // Read before the images: one that arrives in between is taken in twice, not
    // missed.
    let generation = LoadedImages.generation
    guard generation != state.generation else { return }
    for loaded in LoadedImages.images(after: state.lastImage) {
      let number = UInt32(state.images.count)
      state.images.append((loaded, ExtensionImage(loaded)))
      state.lastImage = loaded
      for index in 0..<loaded.recordCount {
        let names = loaded.recordNames(index)
        guard names.kind == DescriptorKind.extension.rawValue else { continue }
        let id = RecordID(image: number, index: UInt32(index))
        state.index[unqualified(names.protocolName), default: []].append(id)
      }
    }
    state.generation = generation
    // The loader has emptied the cells; the tables behind them are stale too.
    state.cells.forgetTables()
  }

  /// Names pre-select: how far a declaration qualifies its protocol is up to it.
  private func unqualified(_ name: String) -> String {
    String(name.split(separator: ".").last ?? Substring(name))
  }

  private func record(_ id: RecordID, _ state: inout State) -> Record {
    if let record = state.records[id] { return record }
    let (loaded, image) = state.images[Int(id.image)]
    let record = Record(
      id: id, registered: registered(loaded, image, Int(id.index)),
      accessor: loaded.accessor(Int(id.index)))
    state.records[id] = record
    return record
  }

  private func registered(
    _ loaded: LoadedImage, _ image: ExtensionImage, _ index: Int
  ) -> RegisteredExtension {
    RegisteredExtension(
      descriptor: loaded.descriptor(index), image: image, offset: loaded.recordOffset(index))
  }

  // MARK: What was made of it

  func note(_ diagnostics: [RegistryDiagnostic]) {
    guard !diagnostics.isEmpty else { return }
    state.withLock { $0.diagnostics.formUnion(diagnostics) }
  }

  /// The link of this key, if it was made before.
  func link(_ key: LinkTable.Key) -> LinkAddress? {
    state.withLock { $0.links[key] }
  }

  /// Keeps a new link, unless another thread has made the same meanwhile.
  func keep(_ link: ExtensionLink, as key: LinkTable.Key) -> LinkAddress {
    state.withLock { $0.links.keep(link, as: key) }
  }

  /// Publishes the heads of one subject, one for each cell.
  ///
  /// - Returns: false if an image has arrived since the snapshot; then nothing of
  ///   it stays published.
  func publish(
    _ heads: [LinkAddress], in cells: [CellAddress], for subject: Any.Type, generation: UInt64
  ) -> Bool {
    state.withLock { state in
      guard state.generation == generation else { return false }
      for (cell, head) in zip(cells, heads) { state.cells.publish(head, in: cell, for: subject) }
      // The loader raises the generation before it empties the cells. If it has not
      // risen here, the emptying is still to come and takes this out too.
      guard LoadedImages.generation == generation else {
        cells.forEach { state.cells.empty($0) }
        return false
      }
      return true
    }
  }
}
