// SPDX-License-Identifier: Apache-2.0

import CGraftLoader
import GraftDescriptors

/// The images that the registry has taken in, with their states.
struct ImageTable {
  struct Entry {
    let loaded: LoadedImage
    var image: ExtensionImage
    var state: ImageState
    var identityOrigin: IdentityOrigin
    /// Whether `load` has accepted it, so that a newer build can supersede it.
    var isLoaded = false
    /// The times that `load` accepted it or `reinstate` took it back.
    var beginCount = 0
    /// The number of the build that superseded it.
    var successor: Int?
    /// The other plug-ins that it was loaded with the help of.
    var needs: [PluginManifest.Need] = []
    /// Whether it was withdrawn when it was superseded.
    var wasWithdrawn = false

    /// The name in its manifest.
    var pluginName: String? { loaded.manifests.first?.name }

    /// The name that ranks its extensions as a plug-in's; nil for the program's.
    var plugin: String? { loaded.isOfProgram ? nil : pluginName ?? image.identity }

    func registered(_ index: Int) -> RegisteredExtension {
      RegisteredExtension(
        descriptor: loaded.descriptor(index), image: image, offset: loaded.recordOffset(index))
    }

    /// The identities of its extensions, by which copies in other images are known.
    var copies: [String] { registered.map(\.keyOfCopies) }

    /// All its descriptors, in the order of its section.
    var registered: [RegisteredExtension] { (0..<loaded.recordCount).map(registered) }
  }

  /// The origin of an image's identity.
  enum IdentityOrigin {
    /// The caller of `load` gave it.
    case given
    case manifest
    case soname
    /// The file's name, which files of different authors can share.
    case fileName
  }

  private(set) var entries: [Entry] = []
  /// The loader's count of arrivals up to which its table has been taken in.
  var arrivalCount: UInt64 = .max
  /// The numbers of the staged and refused images, in order.
  private(set) var undecided: [Int] = []
  /// The numbers of the superseded and rolled-back images, in the order of their addresses.
  private var replaced: [Int] = []
  /// The numbers of images, by the address of their file's program headers.
  private var numbers = KeyTable<UInt, [Int]>()
  /// The builds of each identity, in the order in which they were accepted.
  private(set) var generations = KeyTable<String, [Int]>()
  /// The numbers of refused images, by the address of the program headers of the file
  /// that was opened with them.
  var refused = KeyTable<UInt, [Int]>()
  /// The files that `load` opened, as they were on disk, by the address of their
  /// program headers.
  var files = KeyTable<UInt, FileState>()

  subscript(number: Int) -> Entry { _read { yield entries[number] } }

  /// Whether the extensions of an image count.
  func counts(_ number: Int) -> Bool { entries[number].state == .active }

  /// Whether the extensions of an image counted, in a table that may be from before it came.
  func hasCounted(_ number: Int) -> Bool { entries.indices.contains(number) && counts(number) }

  /// Whether the extensions of an image count for protocols of a replaced build: as for others,
  /// and if the image is that build.
  ///
  /// - Parameter build: the address of the build's program headers; 0 for other protocols.
  func counts(_ number: Int, forProtocolsOf build: UInt) -> Bool {
    counts(number) || build != 0 && entries[number].loaded.programHeaders == build
  }

  /// Whether an image has counted, and another build of its plug-in counts instead, or none.
  func isReplaced(_ number: Int) -> Bool {
    [.superseded, .rolledBack].contains(entries[number].state)
  }

  /// The replaced image that an address is in.
  func replacedImage(at address: UInt) -> LoadedImage? {
    let next = replacedIndex(address)
    // No other image's program headers are between an image's own and an address in it.
    return [next - 1, next].filter(replaced.indices.contains)
      .map { entries[replaced[$0]].loaded }.first { $0.contains(address) }
  }

  /// The index of the first replaced image whose program headers are at an address or behind it.
  private func replacedIndex(_ address: UInt) -> Int {
    replaced.firstSortedIndex { entries[$0].loaded.programHeaders >= address }
  }

  /// Adds an image.
  ///
  /// - Returns: the image's number.
  mutating func add(_ loaded: LoadedImage) -> Int {
    let number = entries.count
    let image = ExtensionImage(loaded, number: number)
    let isStaged = loaded.stagingToken != 0
    entries.append(
      Entry(
        loaded: loaded, image: image, state: isStaged ? .staged : .active,
        identityOrigin: loaded.manifests.first != nil
          ? .manifest : loaded.soname == nil ? .fileName : .soname))
    numbers[loaded.programHeaders, default: []].append(number)
    if isStaged {
      undecided.append(number)
    } else {
      generations[image.identity, default: []].append(number)
    }
    return number
  }

  /// The number of a shared object, by the address of its program headers.
  func number(ofFile programHeaders: UInt) -> Int? {
    numbers[programHeaders]?.first { !entries[$0].image.isExecutable }
  }

  /// The reason why the extensions of an image do not count; nil if they do.
  func exclusion(_ number: Int) -> ExclusionReason? {
    switch entries[number].state {
    case .active: nil
    case .withdrawn: .withdrawn
    case .superseded: .superseded(by: lastSuccessor(of: number).path)
    case .rolledBack: .rolledBack
    case .staged, .refused: .refused
    }
  }

  private func lastSuccessor(of number: Int) -> ExtensionImage {
    var last = number
    while entries[last].state == .superseded, let next = entries[last].successor { last = next }
    return entries[last].image
  }

  /// Changes a state other than by `load`, and the states that depend on it.
  ///
  /// - Returns: the numbers of all images whose state has changed; nil if the
  ///   transition is not possible.
  mutating func apply(_ transition: ImageState.Transition, to number: Int) -> [Int]? {
    // Only `load` accepts other images: this one may have changed since it was judged.
    if transition == .accept, entries[number].state != .superseded { return nil }
    // A build that was superseded or rolled back comes back as the newest one.
    if transition == .accept || transition == .reinstate && entries[number].state == .rolledBack {
      return accept(number, besides: [number])
    }
    guard let changed = change(number, transition) else { return nil }
    if transition == .reinstate { entries[number].beginCount += 1 }
    // The builds that it superseded stay so where it was superseded itself.
    if transition == .refuse { passOnPredecessors(of: number) }
    return changed + ([.rollBack, .refuse].contains(transition) ? restore(before: number) : [])
  }

  private mutating func change(_ number: Int, _ transition: ImageState.Transition) -> [Int]? {
    let before = entries[number].state
    guard let state = before.after(transition) else { return nil }
    guard state != before else { return [] }
    entries[number].state = state
    // An image is undecided only while it is staged or refused.
    undecided.removeAll { $0 == number }
    if state == .refused {
      generations[entries[number].image.identity]?.removeAll { $0 == number }
      undecided.insert(number, at: undecided.firstIndex { $0 > number } ?? undecided.endIndex)
    }
    let index = replacedIndex(entries[number].loaded.programHeaders)
    let isIn = index < replaced.count && replaced[index] == number
    if isIn != isReplaced(number) {
      isIn ? _ = replaced.remove(at: index) : replaced.insert(number, at: index)
    }
    return [number]
  }

  /// Accepts images that were opened, and supersedes the older builds.
  ///
  /// - Returns: the numbers of all images whose state has changed.
  mutating func accept(_ opened: OpenedImages) -> [Int] {
    var changed: [Int] = []
    if let identity = opened.identity, let main = opened.main, opened.judged.contains(main) {
      changed = setIdentity(identity, of: main)
    }
    if let main = opened.main, opened.judged.contains(main) { entries[main].needs = opened.needs }
    refused[opened.programHeaders] = nil
    return changed + opened.judged.flatMap { accept($0, besides: opened.together) }
  }

  private mutating func accept(_ number: Int, besides arrived: [Int]) -> [Int] {
    guard var changed = change(number, .accept) else { return [] }
    passOnPredecessors(of: number)
    entries[number].isLoaded = true
    entries[number].beginCount += 1
    let identity = entries[number].image.identity
    generations[identity, default: []].removeAll { $0 == number }
    generations[identity]!.append(number)
    for build in generations[identity]!
    where entries[build].state.after(.supersede) != nil && !arrived.contains(build)
      && replaces(number, build)
    {
      let wasWithdrawn = entries[build].state == .withdrawn
      guard let superseded = change(build, .supersede) else { continue }
      entries[build].successor = number
      entries[build].wasWithdrawn = wasWithdrawn
      changed += superseded
    }
    return changed
  }

  /// Passes the builds that an image superseded on to its own successor, if it has
  /// one.
  private mutating func passOnPredecessors(of number: Int) {
    guard let next = entries[number].successor else { return }
    for build in entries.indices where entries[build].successor == number {
      entries[build].successor = next == build ? nil : next
    }
    entries[number].successor = nil
  }

  /// Lets the builds that an image has superseded return as withdrawn.
  mutating func withholdPredecessors(of number: Int) {
    for build in entries.indices where entries[build].successor == number {
      entries[build].wasWithdrawn = true
    }
  }

  /// Restores the builds that an image had superseded to their earlier states.
  ///
  /// - Returns: their numbers.
  private mutating func restore(before number: Int) -> [Int] {
    var changed: [Int] = []
    for build in entries.indices where entries[build].successor == number {
      guard let restored = change(build, .restore) else { continue }
      if entries[build].wasWithdrawn { _ = change(build, .withdraw) }
      entries[build].successor = nil
      changed += restored
    }
    return changed
  }

  /// Changes an image's identity.
  ///
  /// - Returns: the numbers of the builds that it had superseded under its old
  ///   identity, which return to their earlier states.
  private mutating func setIdentity(_ identity: String, of number: Int) -> [Int] {
    let old = entries[number].image.identity
    entries[number].identityOrigin = .given
    guard identity != old else { return [] }
    generations[old]?.removeAll { $0 == number }
    entries[number].image = ExtensionImage(
      entries[number].loaded, number: number, identity: identity)
    passOnPredecessors(of: number)
    return restore(before: number)
  }
}

extension ImageTable {
  /// The numbers of images whose state differs from an earlier table.
  func numbers(changedSince earlier: ImageTable) -> [Int] {
    earlier.entries.indices.filter { entries[$0].state != earlier.entries[$0].state }
  }

  /// Whether an image supersedes another when `load` accepts it.
  ///
  /// They must have one identity, which the caller of `load` gave to the new image,
  /// or which neither has from its file's name; and `load` must have accepted the
  /// other.
  ///
  /// - Parameter given: the identity that the caller of `load` gives to the new image, if it does
  ///   not have it yet.
  func replaces(_ number: Int, _ other: Int, identity given: String? = nil) -> Bool {
    let (new, old) = (entries[number], entries[other])
    guard canBeReplaced(other), given ?? new.image.identity == old.image.identity else {
      return false
    }
    return given != nil || new.identityOrigin == .given
      || new.identityOrigin != .fileName && old.identityOrigin != .fileName
  }

  /// An image of `load` that counts, has all extensions of an opened file, and would not be
  /// superseded by it.
  func image(repeatedBy opened: OpenedImages) -> ExtensionImage? {
    guard let main = opened.main, opened.judged.contains(main) else { return nil }
    let copies = Set(entries[main].copies)
    if copies.isEmpty { return nil }
    return entries.indices.first { other in
      other != main && counts(other) && canBeReplaced(other)
        && copies.isSubset(of: entries[other].copies)
        && !replaces(main, other, identity: opened.identity)
    }.map { entries[$0].image }
  }

  /// Whether a newer build of its identity can supersede an image.
  func canBeReplaced(_ number: Int) -> Bool {
    !entries[number].image.isExecutable && entries[number].isLoaded
  }

  /// The numbers of images that count, and whose needs of other plug-ins are met now and not in a
  /// later table, the newest first.
  func losingNeeds(in later: ImageTable) -> [Int] {
    entries.indices.reversed().filter { number in
      counts(number) && entries[number].needs.contains { meets($0) && !later.meets($0) }
    }
  }

  /// Whether a plug-in counts that meets a need.
  private func meets(_ need: PluginManifest.Need) -> Bool {
    entries.contains { entry in
      entry.state == .active && entry.isLoaded
        && entry.loaded.manifests.contains { $0.name == need.name && need.isMet(by: $0.version) }
    }
  }

  /// Whether `load` has accepted the file with these program headers.
  func isTakenIn(_ programHeaders: UInt) -> Bool {
    let entry = entries.first { $0.loaded.programHeaders == programHeaders }
    // An image without descriptors has no entry.
    guard let entry else { return refused[programHeaders] == nil }
    return entry.state != .staged && entry.state != .refused
  }

  /// The images of one `dlopen`.
  ///
  /// - Parameters:
  ///   - needed: the images that the opened one needs; nil if unknown.
  ///   - isNew: whether any image came with it.
  /// - Returns: nil if `needed` must be known.
  func opened(
    _ handle: DynamicLinker.Handle, needing needed: Set<UInt>?, identity: String?, isNew: Bool
  ) -> OpenedImages? {
    let main = number(ofFile: handle.programHeaders)
    let refusedBefore = refused[handle.programHeaders] ?? []
    var judged: [Int] = []
    if let main, entries[main].state != .active { judged.append(main) }
    for number in undecided where number != main {
      let entry = entries[number]
      let cameWithIt =
        entry.state == .staged
        ? entry.loaded.stagingToken == handle.stagingToken : refusedBefore.contains(number)
      if !cameWithIt {
        // The image came with another one, which was refused or still may be.
        guard let needed else { return nil }
        if entry.image.isExecutable || !needed.contains(entry.loaded.programHeaders) { continue }
      }
      judged.append(number)
    }
    return OpenedImages(
      programHeaders: handle.programHeaders, main: main, judged: judged, together: judged,
      identity: identity, isNew: isNew)
  }
}

extension ExtensionImage {
  fileprivate init(_ image: LoadedImage, number: Int, identity: String? = nil) {
    let path = LoadedImages.displayPath(image.path)
    self.init(
      path: path,
      identity: identity ?? image.manifests.first?.name ?? image.soname ?? Self.fileName(of: path),
      isExecutable: image.path.isEmpty, loadBias: image.loadBias,
      sectionAddress: image.sectionAddress, sectionByteCount: image.sectionByteCount,
      number: number)
  }
}

/// The images that one `dlopen` brought into the process, before they count.
struct OpenedImages {
  /// The address of the program headers of the opened file.
  let programHeaders: UInt
  /// The number of the file's image; nil if it has no descriptors.
  let main: Int?
  /// The numbers of images that do not count yet, or no longer: `main` first, then
  /// those that came with it.
  var judged: [Int]
  /// The numbers of all images that are judged together with these; none supersedes another.
  let together: [Int]
  /// The identity that the caller of `load` gave.
  let identity: String?
  /// Whether any image was loaded only now.
  let isNew: Bool
  /// The needs of `main` that other plug-ins meet.
  var needs: [PluginManifest.Need] = []

  /// The images one by one, each after those that it needs, and otherwise in the order of arrival;
  /// itself if it has none.
  ///
  /// - Parameter needs: whether the first image needs the second one, directly or not.
  func parts(_ needs: (Int, Int) -> Bool) -> [OpenedImages] {
    guard judged.count > 1 else { return [self] }
    var rest = judged.inOrder(<)
    var parts: [OpenedImages] = []
    while !rest.isEmpty {
      // Images of a cycle need one another.
      let next = rest.first { one in !rest.contains { $0 != one && needs(one, $0) } } ?? rest[0]
      rest.removeAll { $0 == next }
      var part = self
      part.judged = [next]
      parts.append(part)
    }
    return parts
  }

  /// The numbers of all images with descriptors.
  var numbers: [Int] { (main.map { [$0] } ?? []) + judged.filter { $0 != main } }
}

/// The source of a registry's images: the loader's table, or a test's selection of
/// it.
struct ImageSource: Sendable {
  /// A count that rises with each image that is entered.
  let arrivalCount: @Sendable () -> UInt64
  /// The images that arrived after one, in the order of their arrival.
  let images: @Sendable (_ last: LoadedImage?) -> [LoadedImage]

  static let process = ImageSource(
    arrivalCount: { graft_arrival_count() }, images: { LoadedImages.images(after: $0) })
}
