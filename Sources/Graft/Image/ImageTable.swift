// SPDX-License-Identifier: Apache-2.0

/// The images that the registry has taken in, with their states.
struct ImageTable {
  struct Entry {
    let loaded: LoadedImage
    var image: ExtensionImage
    var state: ImageState
    var identityOrigin: IdentityOrigin
    /// `load` has accepted it: what it brought, it also takes out.
    var isLoaded = false
    /// The build that it made way for.
    var successor: Int?
    /// It did not count when it made way.
    var wasWithdrawn = false
    /// What puts its extensions before or behind others where nothing else does; nil if nothing
    /// is to.
    var tieBreak: String?

    /// The name in its manifest.
    var pluginName: String? { loaded.manifests.first?.name }

    func registered(_ index: Int) -> RegisteredExtension {
      RegisteredExtension(
        descriptor: loaded.descriptor(index), image: image, offset: loaded.recordOffset(index))
    }

    /// All that it brought, in the order of its section.
    var registered: [RegisteredExtension] { (0..<loaded.recordCount).map(registered) }
  }

  /// Where an image's identity is from.
  enum IdentityOrigin {
    /// `load` was told.
    case given
    case manifest
    case soname
    /// The file's name, which files of different makers can share.
    case fileName
  }

  private(set) var entries: [Entry] = []
  /// The loader's count of arrivals up to which its table has been taken in.
  var arrivalCount: UInt64 = .max
  /// The numbers of those that are staged or were refused, in their order.
  private(set) var undecided: [Int] = []
  /// By where the program headers of a file are.
  private var numbers = KeyTable<UInt, [Int]>()
  /// For each identity its builds in the order in which they were accepted.
  private(set) var generations = KeyTable<String, [Int]>()
  /// By where the program headers of a file are, what came with it and was refused.
  var refused = KeyTable<UInt, [Int]>()
  /// By where the program headers of a file are, what `load` opened, as it was on disk.
  var files = KeyTable<UInt, FileState>()

  subscript(number: Int) -> Entry { _read { yield entries[number] } }

  /// Whether the extensions of an image count.
  func counts(_ number: Int) -> Bool { entries[number].state == .active }

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

  /// The number of an image that is a file of its own.
  func number(ofFile programHeaders: UInt) -> Int? {
    numbers[programHeaders]?.first { !entries[$0].image.isExecutable }
  }

  /// Why the extensions of an image do not count; nil if they do.
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

  /// Changes a state, and those that follow from it.
  ///
  /// - Returns: the numbers of all images whose state has changed; nil if the
  ///   transition is not possible.
  mutating func apply(_ transition: ImageState.Transition, to number: Int) -> [Int]? {
    if transition == .accept { return accept(number, besides: [number]) }
    guard let changed = change(number, transition) else { return nil }
    return changed + (transition == .rollBack ? restore(before: number) : [])
  }

  private mutating func change(_ number: Int, _ transition: ImageState.Transition) -> [Int]? {
    let before = entries[number].state
    guard let state = before.after(transition) else { return nil }
    guard state != before else { return [] }
    entries[number].state = state
    // What is decided stays so.
    if state != .refused { undecided.removeAll { $0 == number } }
    return [number]
  }

  /// Lets images count that were opened, and what they supersede not any more.
  ///
  /// - Returns: the numbers of all images whose state has changed.
  mutating func accept(_ opened: OpenedImages) -> [Int] {
    var changed: [Int] = []
    if let identity = opened.identity, let main = opened.main, opened.judged.contains(main) {
      changed = setIdentity(identity, of: main)
    }
    for number in opened.judged {
      let entry = entries[number]
      entries[number].tieBreak = opened.breaksTies ? entry.pluginName ?? entry.image.identity : nil
    }
    return changed + opened.judged.flatMap { accept($0, besides: opened.judged) ?? [] }
  }

  private mutating func accept(_ number: Int, besides arrived: [Int]) -> [Int]? {
    guard var changed = change(number, .accept) else { return nil }
    passOnPredecessors(of: number)
    entries[number].isLoaded = true
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

  /// What an image made way for it gives back when that goes, unless the image itself
  /// made way for another, which then has it.
  private mutating func passOnPredecessors(of number: Int) {
    guard let next = entries[number].successor else { return }
    for build in entries.indices where entries[build].successor == number {
      entries[build].successor = next == build ? nil : next
    }
    entries[number].successor = nil
  }

  /// - Returns: the numbers of the builds that had made way for one, which are again what
  ///   they were.
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

  /// - Returns: the numbers of the builds that it had superseded under its old identity,
  ///   which count again.
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
  /// The images that are in another state than in an earlier table.
  func numbers(changedSince earlier: ImageTable) -> [Int] {
    earlier.entries.indices.filter { entries[$0].state != earlier.entries[$0].state }
  }

  /// Whether an image takes another's place when `load` accepts it: both have to be said to be
  /// builds of one, and `load` has to have brought the other.
  private func replaces(_ number: Int, _ other: Int) -> Bool {
    let (new, old) = (entries[number], entries[other])
    guard canBeReplaced(other), new.image.identity == old.image.identity else { return false }
    return new.identityOrigin == .given
      || new.identityOrigin != .fileName && old.identityOrigin != .fileName
  }

  /// Whether an image makes way for a newer build of its identity.
  func canBeReplaced(_ number: Int) -> Bool {
    !entries[number].image.isExecutable && entries[number].isLoaded
  }

  /// Whether `load` has accepted what was opened there.
  func isTakenIn(_ programHeaders: UInt) -> Bool {
    let entry = entries.first { $0.loaded.programHeaders == programHeaders }
    // An image without descriptors has no entry.
    guard let entry else { return refused[programHeaders] == nil }
    return entry.state != .staged && entry.state != .refused
  }

  /// What one `dlopen` brought.
  ///
  /// - Parameters:
  ///   - needed: the images that the opened one needs, if that is known.
  ///   - isNew: whether any image came with it.
  /// - Returns: nil if it has to be known.
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
        // It came with another image, which was refused or may still be.
        guard let needed else { return nil }
        if entry.image.isExecutable || !needed.contains(entry.loaded.programHeaders) { continue }
      }
      judged.append(number)
    }
    return OpenedImages(
      programHeaders: handle.programHeaders, main: main, judged: judged, identity: identity,
      isNew: isNew)
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

/// What one `dlopen` brought into the process, before it counts.
struct OpenedImages {
  /// Where the program headers of the file that was opened are.
  let programHeaders: UInt
  /// The image of the file, if it has descriptors.
  let main: Int?
  /// The numbers of those that do not count yet, or not any more: `main` first, then
  /// those that came with it.
  let judged: [Int]
  /// What the file was said to be a build of.
  let identity: String?
  /// False if everything was loaded before.
  let isNew: Bool
  /// Whether the names of plug-ins decide where nothing else does.
  var breaksTies = false

  /// All that have descriptors.
  var numbers: [Int] { (main.map { [$0] } ?? []) + judged.filter { $0 != main } }
}

/// Where a store has its images from: the loader's table, or what a test takes of it.
struct ImageSource: Sendable {
  /// Rises with each image that is entered.
  let arrivalCount: @Sendable () -> UInt64
  /// The images that arrived after one, in the order of their arrival.
  let images: @Sendable (_ last: LoadedImage?) -> [LoadedImage]

  static let process = ImageSource(
    arrivalCount: { LoadedImages.arrivalCount }, images: { LoadedImages.images(after: $0) })
}
