// SPDX-License-Identifier: Apache-2.0

/// A range of a file that is an ELF file, an archive or something else.
struct FileVisit {
  let input: InputFile
  let start: UInt64
  let byteCount: UInt64
  /// The file's path; a thin archive finds its members relative to it.
  let path: Path
  let origin: Origin
  /// The files named so far; nil for the entry itself, which is rarely an
  /// archive.
  let named: NamedFiles?

  /// The header offsets of the members to visit, in an archive; nil for all.
  var wanted: Set<UInt64>?

  /// The most archives inside one another.
  static let archiveDepth = 8

  /// Visits the ELF files in the range.
  ///
  /// - Parameter handle: libelf's handle, if the range is an archive in an
  ///   archive.
  func visitAll(
    passesOver: Bool, depth: Int, _ handle: LibelfHandle?,
    _ visit: (Origin, Result<ELFFile, InspectionError>) -> Void
  ) throws(InspectionError) {
    let head = try input.bytes(
      at: start, count: Int(min(byteCount, UInt64(FileFormat.headByteCount))))
    switch FileFormat(head[...]) {
    case .elf:
      let file = try ELFFile(input, head: head[...], start: start, byteCount: byteCount) {
        () throws(InspectionError) in try LibelfHandle(input)
      }
      visit(origin, .success(file))
    case .archive: try visitArchive(isThin: false, depth: depth, handle, visit)
    case .thinArchive: try visitArchive(isThin: true, depth: depth, handle, visit)
    case let format:
      // Other files in a folder are skipped, but bitcode is an object.
      if let unread = format.unread { throw unread }
      if !passesOver { throw format.error }
    }
  }

  private func visitArchive(
    isThin: Bool, depth: Int, _ handle: LibelfHandle?,
    _ visit: (Origin, Result<ELFFile, InspectionError>) -> Void
  ) throws(InspectionError) {
    guard depth > 0 else {
      throw InspectionError(.malformedArchive, "archives are nested too deep")
    }
    if start == 0 { try named?.countArchive() }
    let named = named ?? NamedFiles(input)
    var archive = Archive(input: input, start: start, byteCount: byteCount, isThin: isThin)
    var handle = handle
    if handle == nil && !isThin { handle = try LibelfHandle(input) }
    let opened = handle
    var (missing, parts) = (wanted, PartsOfArchives())
    try archive.eachMember(problem: { visit(origin, .failure($0)) }) { member in
      if let wanted, !wanted.contains(member.headerOffset) { return }
      missing?.remove(member.headerOffset)
      do throws(InspectionError) {
        if parts.take(member) { return }
        if let handle = opened {
          if let unread = FileFormat(member.head).unread { throw unread }
          guard member.isELF || member.isArchive else { return }
          try visitStored(member, handle, depth: depth, named, visit)
        } else {
          try visitThin(member, depth: depth, named, visit)
        }
      } catch {
        // A broken member doesn't hide the others.
        visit(origin.member(member.name), .failure(error))
      }
    }
    for (member, wanted) in parts.all {
      do throws(InspectionError) {
        try visitThin(member, wanted, depth: depth, named, visit)
      } catch {
        visit(origin.member(member.name), .failure(error))
      }
    }
    if let first = missing?.min() {
      throw InspectionError(
        .malformedArchive, "a thin archive names a member that is not here: was this one changed?",
        offset: first)
    }
  }

  private func visitStored(
    _ member: Archive.Member, _ handle: LibelfHandle, depth: Int, _ named: NamedFiles,
    _ visit: (Origin, Result<ELFFile, InspectionError>) -> Void
  ) throws(InspectionError) {
    let data = start + member.offset
    func memberHandle() throws(InspectionError) -> LibelfHandle {
      guard member.isKnownToLibelf else {
        return try LibelfHandle(copying: input, at: data, byteCount: member.byteCount)
      }
      return try LibelfHandle(memberAt: member.headerOffset, of: handle)
    }
    if member.isELF {
      let file = try ELFFile(
        input, head: member.head, start: data, byteCount: member.byteCount, begin: memberHandle)
      visit(origin.member(member.name), .success(file))
    } else {
      let nested = try memberHandle()
      try FileVisit(
        input: input, start: data, byteCount: member.byteCount, path: path,
        origin: origin.member(member.name), named: named
      ).visitAll(passesOver: true, depth: depth - 1, nested, visit)
    }
  }

  /// Visits a member of a thin archive: a file, relative to the archive's
  /// folder.
  private func visitThin(
    _ member: Archive.Member, _ wanted: Set<UInt64>? = nil, depth: Int, _ named: NamedFiles,
    _ visit: (Origin, Result<ELFFile, InspectionError>) -> Void
  ) throws(InspectionError) {
    let isAbsolute = member.name.bytes.first == UInt8(ascii: "/")
    let memberPath = isAbsolute ? member.name : path.folder.appending(member.name.bytes)
    let file = try InputFile(opening: memberPath)
    try named.visit(file, memberPath) { () throws(InspectionError) in
      try FileVisit(
        input: file, start: 0, byteCount: file.byteCount, path: memberPath,
        origin: origin.member(member.name), named: named, wanted: wanted
      ).visitAll(passesOver: true, depth: depth - 1, nil, visit)
    }
  }
}

/// The members that a thin archive names in other archives.
///
/// Each of those archives is read once.
private struct PartsOfArchives {
  /// The archives, in the order of their first members.
  private(set) var all: [(member: Archive.Member, offsets: Set<UInt64>)] = []
  private var places: [Path: Int] = [:]

  /// Adds a member; false if it is not part of another archive.
  mutating func take(_ member: Archive.Member) -> Bool {
    guard let offset = member.nestedOffset else { return false }
    if let place = places[member.name] {
      all[place].offsets.insert(offset)
    } else {
      places[member.name] = all.count
      all.append((member, [offset]))
    }
    return true
  }
}
