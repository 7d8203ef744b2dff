// SPDX-License-Identifier: Apache-2.0

import CGraft
import GraftDescriptors

/// The one piece of shared state: what has been taken in from the loader, what
/// counts of it, what has been published, and the links. No code of users runs while
/// its lock is held.
final class RegistryStore: Sendable {
  static let shared = RegistryStore()

  /// A descriptor with the means to ask its accessor.
  struct Record: Sendable {
    let id: RecordID
    let registered: RegisteredExtension
    let accessor: graft_accessor
    /// Why it does not count, whatever the subject; nil if it does.
    var exclusion: ExclusionReason?
  }

  /// The records of one protocol's name, and the version of the state they are of.
  struct Snapshot {
    let version: UInt64
    let records: [Record]
    /// Of advice, for this protocol and by pointcuts; only those that count.
    let adviceRecords: [Record]
    /// For the subject, without that of objects.
    let advice: [InstalledAdvice]
    let objectAdvice: [AdviceTable.ObjectGroup]
  }

  struct State {
    /// Rises with whatever can change an answer.
    var version: UInt64 = 0
    /// Rises with whatever changes which extensions count.
    var countVersion: UInt64 = 0
    /// Up to which the loader's table has been taken in.
    var generation: UInt64 = .max
    /// Whose conformances the answers take into account.
    var swiftImageCount = -1
    var images = ImageTable()
    /// By where the program headers of a file are, what came with it and was refused.
    var refused: [UInt: [Int]] = [:]
    /// By the same, what `load` opened, as it was on disk.
    var files: [UInt: FileState] = [:]
    /// From a protocol's name, without what qualifies it, to its records.
    var index: [String: [RecordID]] = [:]
    /// The same of advice.
    var adviceIndex: [String: [RecordID]] = [:]
    var pointcutIndex: [RecordID] = []
    /// Those that have been asked for.
    var records: [RecordID: Record] = [:]
    /// Names of extensions that do not count.
    var blocked = Blocking.ofEnvironment
    /// The subjects that were ever asked about, with a call or without.
    var asked: [ObjectIdentifier: AskedSubject] = [:]
    var declaredTwice = DeclaredTwice()
    /// By the base class for a subject: whose accessors made no link for it.
    var withoutLink: [ObjectIdentifier: Set<RecordID>] = [:]
    var links = LinkTable()
    var published = PublishedSubjects()
    var advice = AdviceTable()
    var retiredAdvice = RetiredBodies()
    var adviceLinks = AdviceLinkTable()
    var pointcuts = PointcutTable()
    var trace = Trace()
    var inheritance = Inheritance()
  }

  let state = Guarded(State())

  // MARK: Taking in

  /// Runs with the lock held, on what the loader has by now.
  func withState<Result>(_ body: (inout State) -> Result) -> Result {
    let (result, trace) = state.withLock { state in
      takeIn(&state)
      return (body(&state), state.trace.take())
    }
    trace.write()
    return result
  }

  private func takeIn(_ state: inout State) {
    // Read before the images: one that arrives in between is taken in twice, not
    // missed.
    let generation = LoadedImages.generation
    guard generation != state.generation else { return }
    let last = state.images.entries.last?.loaded
    for loaded in LoadedImages.images(after: last) {
      let number = state.images.add(loaded)
      if state.images[number].state == .active { state.countVersion += 1 }
      for index in 0..<loaded.recordCount {
        let names = loaded.recordNames(index)
        let id = RecordID(image: UInt32(number), index: UInt32(index))
        let name = Descriptor.unqualified(protocolName: names.protocolName)
        if names.kind == DescriptorKind.extension.rawValue {
          state.index[name, default: []].append(id)
        } else if Descriptor.isPointcut(protocolName: names.protocolName) {
          state.pointcutIndex.append(id)
        } else {
          state.adviceIndex[name, default: []].append(id)
        }
      }
      state.trace.noteArrival(of: state.images[number])
    }
    state.generation = generation
    state.version += 1
    // What the tables hold is older than this.
    state.published.hideTables()
  }

  // MARK: What was loaded

  /// The records whose protocol has the name of a base class's.
  ///
  /// - Parameter proposal: to be treated as if it were so.
  func snapshot(
    for base: any ExtensionBase.Type, if proposal: Proposal? = nil
  ) -> Snapshot {
    let protocolName = base.extensibleProtocol.name
    return withState { state in
      var (images, blocked) = (state.images, state.blocked)
      _ = proposal?.apply(to: &images, &blocked)
      let withoutLink = state.withoutLink[ObjectIdentifier(base)] ?? []
      func judged(_ id: RecordID) -> Record {
        var record = self.record(id, &state)
        record.exclusion = images.exclusion(Int(id.image))
        if record.exclusion == nil && blocked.contains(record.registered.name) {
          record.exclusion = .blocked
        }
        if record.exclusion == nil && withoutLink.contains(id) { record.exclusion = .noLink }
        return record
      }
      let ids = (state.adviceIndex[protocolName] ?? []) + state.pointcutIndex
      return Snapshot(
        version: state.version,
        records: (state.index[protocolName] ?? []).map(judged).filter { $0.exclusion != .refused },
        adviceRecords: ids.map(judged).filter { $0.exclusion == nil },
        advice: state.advice.shared(for: base), objectAdvice: state.advice.groups(for: base))
    }
  }

  func record(_ id: RecordID, _ state: inout State) -> Record {
    if let record = state.records[id] { return record }
    let entry = state.images[Int(id.image)]
    let record = Record(
      id: id, registered: registered(entry, Int(id.index)),
      accessor: entry.loaded.accessor(Int(id.index)))
    state.records[id] = record
    return record
  }

  func registered(_ entry: ImageTable.Entry, _ index: Int) -> RegisteredExtension {
    RegisteredExtension(
      descriptor: entry.loaded.descriptor(index), image: entry.image,
      offset: entry.loaded.recordOffset(index))
  }

  // MARK: Links

  /// The link that ends the chains of a base class's subject.
  func finalLink(of base: any ExtensionBase.Type) -> LinkAddress {
    let key = LinkTable.Key(record: nil, base: ObjectIdentifier(base), successors: [])
    return link(key) ?? keep(base.linkType().init(.allocate([], slot: AdviceSlot.final)), as: key)
  }

  /// The link of this key, if it was made before.
  func link(_ key: LinkTable.Key) -> LinkAddress? {
    state.withLock { $0.links[key] }
  }

  /// The link of a record, made if there is none.
  func link(
    _ key: LinkTable.Key, of record: RecordID, _ registered: RegisteredExtension,
    make: (LinkSeat) -> ExtensionLink?
  ) throws(LinkBuilder.MissingLink) -> LinkAddress {
    if let link = link(key) { return link }
    let seat = LinkSeat.allocate(key.successors)
    guard let link = make(seat) else {
      seat.deallocate()
      throw LinkBuilder.MissingLink(record: record, registered: registered)
    }
    return keep(link, as: key)
  }

  /// Keeps a new link, unless another thread has made the same meanwhile.
  func keep(_ link: ExtensionLink, as key: LinkTable.Key) -> LinkAddress {
    state.withLock { $0.links.keep(link, as: key) }
  }
}
