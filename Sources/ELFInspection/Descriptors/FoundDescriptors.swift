// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// The descriptors found in a file, or in the members of an archive.
public struct FoundDescriptors: Sendable {
  /// Facts to collect in addition to the descriptors.
  public struct Details: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The code size of the accessors.
    public static let sizes = Details(rawValue: 1)
    /// Facts about the file, whether or not it has descriptors.
    public static let file = Details(rawValue: 2)
    /// The static probes and packaging notes, which are facts about the file too.
    public static let notes = Details(rawValue: 4)
  }

  /// The descriptors, in the order of files, sections and records.
  public var descriptors: [LocatedDescriptor] = []
  /// The manifests of the plug-ins among the files, in the same order.
  public var manifests: [LocatedManifest] = []
  /// The protocols that the files declare with `@Extensible`, in the same order.
  public var protocols: [LocatedProtocol] = []
  /// The static probes of Graft's code in each file that has some; empty unless
  /// `Details.notes` or `Details.file` was given.
  public var probes: [LocatedProbes] = []
  /// The packaging notes of each file that has some, under the same condition.
  public var packaging: [LocatedPackagingNotes] = []
  /// Parts that can't be read; everything else is complete.
  public var problems = ProblemList()
  /// Facts about the file; nil unless `Details.file` was given, and for a file
  /// that was skipped.
  public private(set) var file: LocatedFile?

  /// The architecture of the file, whether or not it is selected; nil unless it is a linked file.
  public private(set) var linkedArchitecture: String?

  /// Whether the descriptors need more memory than was allowed; there are none then.
  public private(set) var areTooMany = false

  private let details: Details
  private var room: Int
  /// The number of descriptors in a piece that is handed over.
  private let pieceCount: Int
  /// The number of descriptors in all pieces so far.
  private var takenCount = 0

  /// Reads a file or an archive.
  ///
  /// - Parameters:
  ///   - byteLimit: the most memory that the descriptors may need.
  ///   - selects: tells whether to read files for an architecture.
  public init(
    _ entry: ScanEntry, details: Details = [], byteLimit: Int = .max,
    selects: (String) -> Bool = { _ in true }
  ) {
    var found = FoundDescriptors(details, byteLimit: byteLimit)
    found.read(entry, selects) { _ in }
    self = found
  }

  /// Reads a file or an archive, and hands over its contents in pieces.
  ///
  /// Each piece has what the ones before have not; the last one has the facts about the
  /// file.
  ///
  /// - Parameter selects: tells whether to read files for an architecture.
  public static func eachPiece(
    of entry: ScanEntry, details: Details, selects: (String) -> Bool,
    _ take: (FoundDescriptors) -> Void
  ) {
    var found = FoundDescriptors(details, pieceCount: 1024)
    found.read(entry, selects, take)
    take(found)
  }

  private init(_ details: Details, byteLimit: Int = .max, pieceCount: Int = .max) {
    (self.details, room, self.pieceCount) = (details, byteLimit, pieceCount)
  }

  private mutating func read(
    _ entry: ScanEntry, _ selects: (String) -> Bool, _ take: (FoundDescriptors) -> Void
  ) {
    if details.contains(.file) { file = LocatedFile(entry.origin) }
    do throws(InspectionError) {
      try read(try entry.open(), entry, selects, take)
    } catch {
      problems.append(entry.problem(entry.origin, error))
    }
    file?.descriptorCount = takenCount + descriptors.count
    file?.probes = probes.flatMap(\.names)
    file?.packaging.dlopen = packaging.flatMap(\.notes.dlopen)
    file?.packaging.package = packaging.lazy.compactMap(\.notes.package).first
    file?.isComplete = problems.isComplete
  }

  /// Hands over the descriptors, manifests and protocols so far.
  private mutating func flush(_ take: (FoundDescriptors) -> Void) {
    var piece = FoundDescriptors(details)
    swap(&piece.descriptors, &descriptors)
    swap(&piece.manifests, &manifests)
    swap(&piece.protocols, &protocols)
    takenCount += piece.descriptors.count
    take(piece)
  }

  private mutating func read(
    _ input: InputFile, _ entry: ScanEntry, _ selects: (String) -> Bool,
    _ take: (FoundDescriptors) -> Void
  ) throws(InspectionError) {
    file?.byteCount = input.byteCount
    var isPassedOver = false
    if file != nil, !entry.isAskedFor { isPassedOver = try !input.format.holdsImages }
    entry.eachFile(in: input) { origin, file in
      do throws(InspectionError) {
        let file = try file.get()
        if origin.members.isEmpty, file.header.isLinked {
          linkedArchitecture = file.header.architecture
        }
        guard selects(file.header.architecture) else {
          // Other members of an archive may be selected.
          if origin.members.isEmpty { self.file = nil }
          return
        }
        if origin.members.isEmpty { describe(file, entry) }
        try add(file, origin, entry, take)
        if !details.isDisjoint(with: [.notes, .file]) { try addNotes(of: file, origin, entry) }
      } catch {
        problems.append(entry.problem(origin, error))
      }
    }
    // Bitcode is no image, but can hold descriptors.
    if isPassedOver, problems.isEmpty { file = nil }
  }

  private mutating func addNotes(
    of file: ELFFile, _ origin: Origin, _ entry: ScanEntry
  ) throws(InspectionError) {
    let names = try file.probes(of: "graft")
    if !names.isEmpty { probes.append(LocatedProbes(origin: origin, names: names)) }
    let notes = try file.packagingNotes { problems.append(entry.problem(origin, $0)) }
    if !notes.isEmpty { packaging.append(LocatedPackagingNotes(origin: origin, notes: notes)) }
  }

  private mutating func describe(_ file: ELFFile, _ entry: ScanEntry) {
    guard self.file != nil else { return }
    self.file?.architecture = file.header.architecture
    self.file?.image = file.imageFacts { problems.append(entry.problem(entry.origin, $0)) }
  }

  private mutating func add(
    _ file: ELFFile, _ origin: Origin, _ entry: ScanEntry, _ take: (FoundDescriptors) -> Void
  ) throws(InspectionError) {
    let sections = try file.descriptorSections { problems.append(entry.problem(origin, $0)) }
    let measuresCode = details.contains(.sizes) && sections.contains(where: \.hasRecords)
    let code = measuresCode ? try AccessorCode(file) : nil
    for section in sections {
      protocols += section.protocols(origin: origin, architecture: file.header.architecture)
      manifests += section.manifests(origin: origin, architecture: file.header.architecture)
      var flaws = ProblemList()
      section.eachDescriptor(
        origin: origin, architecture: file.header.architecture,
        problem: { flaws.append(Problem(origin, $0)) },
        { located in
          room -= located.estimatedByteCount
          if room < 0 {
            (descriptors, areTooMany) = ([], true)
            return
          }
          var located = located
          if let accessor = located.accessor {
            located.accessor?.codeByteCount = code?.byteCount(behind: accessor)
          }
          descriptors.append(located)
          if descriptors.count == pieceCount { flush(take) }
        })
      for flaw in flaws.all { problems.append(flaw) }
    }
  }
}

extension FoundDescriptors {
  /// Gives each descriptor its state in the process that maps the file.
  public mutating func mark(_ entry: ScanEntry, in program: RunningProgram) {
    guard let image = program.image(of: entry) else { return }
    let blocked = Set(program.blocked.map(\.name))
    for index in descriptors.indices {
      let names = [descriptors[index].descriptor.extensionName, image.plugin]
      let isBlocked = names.contains { $0.map(blocked.contains) == true }
      descriptors[index].state =
        image.state == .active && isBlocked ? .blocked : .ofImage(image.state)
    }
  }
}

extension FoundDescriptors: Weighed {
  public var byteCount: Int {
    descriptors.estimatedByteCount
      + manifests.reduce(0) { $0 + MemoryLayout<LocatedManifest>.stride + 4 * $1.byteCount }
      + protocols.reduce(0) { $0 + MemoryLayout<LocatedProtocol>.stride + 4 * $1.byteCount }
  }
}

extension LocatedDescriptor {
  /// The approximate memory that it takes, including the record's texts.
  var estimatedByteCount: Int { MemoryLayout<LocatedDescriptor>.stride + 4 * byteCount }
}

extension [LocatedDescriptor] {
  /// The approximate memory that it takes, including the records' texts.
  var estimatedByteCount: Int { reduce(0) { $0 + $1.estimatedByteCount } }
}
