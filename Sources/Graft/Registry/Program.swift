// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// The state that determines answers: the images with their states, the blocked
/// names, and the advice.
///
/// A change edits a copy, which replaces the original once its answers are known.
struct Program {
  var images = ImageTable()
  /// The names of blocked extensions, with the images that block them.
  private var blocks: [String: Set<Owner>]
  var advice = ChainAdvice()
  /// The number of conformances that the answers take into account.
  private(set) var conformanceCount = 0
  /// A number that rises with every change that can affect an answer.
  ///
  /// Two changed programs never have the same number, even if one of them is refused.
  private(set) var version: UInt64 = 0
  private static let versions = SharedWord(allocated: 0)
  /// The counting records by protocol name, for names that were needed so far: for protocols of a
  /// replaced build by the address of its program headers, for others by 0.
  private var memos = KeyTable<String, KeyTable<UInt, ProtocolMemo>>()
  private let index = RecordIndex()
  private let links: LinkTable

  init(_ links: LinkTable) {
    self.links = links
    let names = Environment.list(Environment.value("GRAFT_BLOCK") ?? "").map(String.init)
    blocks = Dictionary(names.map { ($0, [.program]) }) { one, _ in one }
  }

  /// The names of blocked extensions.
  var blocked: Set<String> {
    Set(blocks.keys.filter(isBlocked))
  }

  // MARK: Counting records

  /// The records of a protocol's name that count for the protocol.
  mutating func memo(of extended: GeneratedCode.ExtensibleProtocol) -> ProtocolMemo {
    memo(of: extended.name, in: replacedBuild(declaring: extended))
  }

  /// The counting records of a protocol's name.
  ///
  /// - Parameter build: the address of the program headers of a replaced build, for a protocol that
  ///   it declares; else 0.
  mutating func memo(of protocolName: String, in build: UInt = 0) -> ProtocolMemo {
    if let known = memos[protocolName]?[build] { return known }
    let memo = ProtocolMemo(
      counting(index.records(.extension, of: protocolName, in: images), build),
      counting(index.records(.advice, of: protocolName, in: images), build)
        + counting(index.pointcuts(in: images), 0), links)
    memos[protocolName, default: KeyTable()][build] = memo
    return memo
  }

  /// Whether a replaced build declares a protocol.
  func isOfReplaced(_ extended: GeneratedCode.ExtensibleProtocol) -> Bool {
    replacedBuild(declaring: extended) != 0
  }

  /// The address of the program headers of the replaced build that declares a protocol; 0 if there
  /// is none.
  private func replacedBuild(declaring extended: GeneratedCode.ExtensibleProtocol) -> UInt {
    images.replacedImage(at: extended.address)?.programHeaders ?? 0
  }

  private func counting(_ ids: [RecordID], _ build: UInt) -> [ExtensionRecord] {
    ids.filter { images.counts(Int($0.image), forProtocolsOf: build) }
      .map { index.record($0, in: images) }
      .filter { !isBlocked($0.id, $0.registered.name) }
  }

  /// The reason why a record does not count for protocols of a replaced build, or of none; nil if
  /// it does.
  private func exclusion(_ id: RecordID, _ build: UInt) -> ExclusionReason? {
    let number = Int(id.image)
    return images.counts(number, forProtocolsOf: build)
      ? isBlocked(id, registered(id).name) ? .blocked : nil : images.exclusion(number)
  }

  /// Whether an extension, or the plug-in that brings it, is blocked.
  private func isBlocked(_ id: RecordID, _ name: String) -> Bool {
    if blocks.isEmpty { return false }
    return isBlocked(name) || images[Int(id.image)].pluginName.map(isBlocked) ?? false
  }

  private func isBlocked(_ name: String) -> Bool {
    blocks[name]?.contains(where: images.counts) ?? false
  }

  private func affected(byName name: String) -> Affected {
    let plugins = images.entries.indices.filter { images[$0].pluginName == name }
    let ofPlugins = affected(byRecordsOf: plugins)
    let ofExtensions = index.affected(byExtensionsNamed: name, in: images)
    return ofPlugins.union(ofExtensions)
  }

  /// The extensions of a protocol that do not count.
  func notCounting(of extended: GeneratedCode.ExtensibleProtocol) -> [ResolvedChains.Excluded] {
    let build = replacedBuild(declaring: extended)
    return index.records(.extension, of: extended.name, in: images).compactMap { id in
      guard let reason = exclusion(id, build), reason != .refused else { return nil }
      return ResolvedChains.Excluded(registered: registered(id), reason: reason)
    }
  }

  func registered(_ id: RecordID) -> RegisteredExtension {
    index.record(id, in: images).registered
  }

  func records(of image: Int) -> [ExtensionRecord] {
    (0..<images[image].loaded.recordCount).map {
      index.record(RecordID(image: UInt32(image), index: UInt32($0)), in: images)
    }
  }

  // MARK: Edits

  enum Edit {
    case transition(ImageState.Transition, of: Int)
    /// Accepts images that `load` has opened.
    case accept(OpenedImages)
    /// Blocks the extensions of a name.
    case block(String, by: Owner = .program)
    case unblock(String)
    /// Undoes the blocks of an image.
    case unblockAll(by: Owner)
    case advise(ChainAdvice.Entry)
    case unadvise(ChainAdvice.Entry)
  }

  /// Outdates the answers that are not published yet.
  mutating func outdate() { version = UInt64(Self.versions.add(1)) }

  /// Notes that answers for some subjects may have changed.
  mutating func note(_ affected: Affected) {
    outdate()
    switch affected {
    case .all: memos = KeyTable()
    case .protocols(let names): for name in names { memos[name] = nil }
    case .advised: break
    }
  }

  /// Adds an image that the loader has entered.
  ///
  /// - Returns: its number.
  mutating func add(_ loaded: LoadedImage) -> Int {
    let number = images.add(loaded)
    index.add(loaded, number: number)
    return number
  }

  /// Notes the number of conformances that the answers take into account.
  mutating func noteConformances(_ count: Int) {
    conformanceCount = count
    outdate()
  }

  /// A copy with an edit, and the affected subjects; nil if the edit does not fit, or
  /// changes nothing.
  func edited(by edit: Edit) -> (program: Program, affected: Affected)? {
    var copy = self
    guard let affected = copy.make(edit) else { return nil }
    copy.note(affected)
    return (copy, affected)
  }

  /// Makes an edit.
  ///
  /// - Returns: the affected subjects; nil if the edit does not fit, or changes
  ///   nothing.
  mutating func make(_ edit: Edit) -> Affected? {
    switch edit {
    case .transition(let transition, let number):
      images.apply(transition, to: number).map { affected(by: $0) }
    case .accept(let opened): affected(by: opened.judged + images.accept(opened))
    case .block(let name, let owner):
      blocks[name, default: []].insert(owner).inserted ? affected(byName: name) : nil
    case .unblock(let name):
      blocks.removeValue(forKey: name) == nil ? nil : affected(byName: name)
    case .unblockAll(let owner): unblockAll(by: owner)
    case .advise(let standing): advice.add(standing)
    case .unadvise(let standing): advice.remove(standing)
    }
  }

  private mutating func unblockAll(by owner: Owner) -> Affected? {
    let names = blocks.filter { $0.value.contains(owner) }.map(\.key)
    for name in names {
      blocks[name]!.remove(owner)
      if blocks[name]!.isEmpty { blocks[name] = nil }
    }
    return names.isEmpty ? nil : names.reduce(.protocols([])) { $0.union(affected(byName: $1)) }
  }

  /// The subjects that a change of images' states affects, by their records and by what their code
  /// has installed.
  func affected(by numbers: [Int]) -> Affected {
    let owners = Set(numbers.map { Owner(images[$0].loaded) })
    let names = blocks.filter { !$0.value.isDisjoint(with: owners) }.map(\.key)
    return names.reduce(
      affected(byRecordsOf: numbers).union(.protocols(Set(advice.protocolNames(of: owners))))
    ) { $0.union(affected(byName: $1)) }
  }

  private func affected(byRecordsOf numbers: [Int]) -> Affected {
    var names: Set<String> = []
    for number in numbers {
      for run in images[number].loaded.recordRuns {
        if run.kind == .pointcut { return .all }
        names.insert(ExtensionDescriptor.unqualified(protocolName: run.protocolName))
      }
    }
    return .protocols(names)
  }

  // MARK: Comparison with an earlier program

  /// The changes of images by an edit.
  func changes(since earlier: Program, by edit: Edit) -> [RegistryChange] {
    let (edited, isAccepted): ([Int], Bool) =
      switch edit {
      case .transition(_, let number): ([number], false)
      case .accept(let opened): (opened.judged, true)
      case .block, .unblock, .unblockAll, .advise, .unadvise: ([], false)
      }
    let changed = images.numbers(changedSince: earlier.images)
    // Puts edited images before those that change with them.
    let ordered =
      edited.filter { changed.contains($0) } + changed.filter { !edited.contains($0) }
    return ordered.compactMap { number in
      let entry = images[number]
      return switch entry.state {
      case .active:
        isAccepted && edited.contains(number) ? .arrived(entry.image) : .reinstated(entry.image)
      case .withdrawn: .withdrawn(entry.image)
      case .superseded: entry.successor.map { .superseded(entry.image, by: images[$0].image) }
      case .rolledBack: .rolledBack(entry.image)
      // `load` notes a refusal with its reason, also of what has counted until another part failed.
      case .refused: earlier.images.hasCounted(number) ? .withdrawn(entry.image) : nil
      case .staged: nil
      }
    }
  }

  /// The images of `load` that count, and did not in an earlier program.
  func coming(since earlier: Program) -> [Int] {
    images.numbers(changedSince: earlier.images).filter {
      images.counts($0) && images[$0].isLoaded
    }
  }
}
