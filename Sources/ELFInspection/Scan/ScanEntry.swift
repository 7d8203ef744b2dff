// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A file to look into.
public struct ScanEntry: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// Asked for by name: what isn't ELF is an error.
    case named
    /// Met in a folder: what isn't ELF is passed over.
    case met
    case standardInput
    /// A file that exists in memory only.
    case memory([UInt8])
  }

  public var path: Path
  public var kind: Kind

  public init(_ path: Path, _ kind: Kind = .named) {
    self.path = path
    self.kind = kind
  }

  /// What a word of a command line names: a file, or with `-` standard input.
  public init(operand path: Path) {
    let isStandardInput = path.bytes == [UInt8(ascii: "-")]
    self.init(
      isStandardInput ? Path("standard input") : path, isStandardInput ? .standardInput : .named)
  }

  /// Archives in archives; a thin one can name itself.
  private static let archiveDepth = 8

  public var origin: Origin { Origin(path) }

  /// Calls `visit` with each ELF file in it, or with why one can't be read.
  public func eachFile(_ visit: (Origin, Result<ELFFile, InspectionError>) -> Void) {
    do throws(InspectionError) {
      let input = try open()
      try FileVisit(input: input, start: 0, byteCount: input.byteCount, path: path, origin: origin)
        .visitAll(passesOver: kind == .met, depth: Self.archiveDepth, nil, visit)
    } catch {
      visit(origin, .failure(error))
    }
  }
}

extension ScanEntry {
  func open() throws(InspectionError) -> InputFile {
    switch kind {
    case .named, .met: try InputFile(opening: path)
    case .standardInput: try InputFile.standardInput.get()
    case .memory(let bytes): try InputFile(bytes: bytes)
    }
  }
}

/// A stretch of a file that is an ELF file, an archive or something else.
private struct FileVisit {
  let input: InputFile
  let start: UInt64
  let byteCount: UInt64
  /// Of the file itself, where a thin archive looks for its members.
  let path: Path
  let origin: Origin

  /// - Parameter handle: for a member that is an archive itself.
  func visitAll(
    passesOver: Bool, depth: Int, _ handle: LibelfHandle?,
    _ visit: (Origin, Result<ELFFile, InspectionError>) -> Void
  ) throws(InspectionError) {
    let head = try input.bytes(
      at: start, count: Int(min(byteCount, UInt64(ELFHeader.byteCount64))))
    let magic = Array(head.prefix(Archive.magic.count))
    if head.starts(with: ELFHeader.magic) {
      let file = try ELFFile(input, head: head[...], start: start, byteCount: byteCount) {
        () throws(InspectionError) in try LibelfHandle(input)
      }
      visit(origin, .success(file))
    } else if magic == Archive.magic || magic == Archive.thinMagic {
      guard depth > 0 else {
        throw InspectionError(.malformedArchive, "archives are nested too deep")
      }
      try visitMembers(isThin: magic == Archive.thinMagic, depth: depth, handle, visit)
    } else if !passesOver {
      throw InspectionError(.notELF, "neither an ELF file nor an archive")
    }
  }

  private func visitMembers(
    isThin: Bool, depth: Int, _ handle: LibelfHandle?,
    _ visit: (Origin, Result<ELFFile, InspectionError>) -> Void
  ) throws(InspectionError) {
    var archive = Archive(input, start: start, byteCount: byteCount, isThin: isThin)
    var handle = handle
    if handle == nil && !isThin { handle = try LibelfHandle(input) }
    let opened = handle
    try archive.eachMember(problem: { visit(origin, .failure($0)) }) { member in
      do throws(InspectionError) {
        if let handle = opened {
          guard member.isELF || member.isArchive else { return }
          try visitStored(member, handle, depth: depth, visit)
        } else {
          try visitThin(member, depth: depth, visit)
        }
      } catch {
        // One broken member does not hide the others.
        visit(origin.member(member.name), .failure(error))
      }
    }
  }

  private func visitStored(
    _ member: Archive.Member, _ handle: LibelfHandle, depth: Int,
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
        origin: origin.member(member.name)
      ).visitAll(passesOver: true, depth: depth - 1, nested, visit)
    }
  }

  /// A thin archive has the names of files, seen from its own folder.
  private func visitThin(
    _ member: Archive.Member, depth: Int,
    _ visit: (Origin, Result<ELFFile, InspectionError>) -> Void
  ) throws(InspectionError) {
    let isAbsolute = member.name.bytes.first == UInt8(ascii: "/")
    let memberPath = isAbsolute ? member.name : path.folder.appending(member.name.bytes)
    let file = try InputFile(opening: memberPath)
    try FileVisit(
      input: file, start: 0, byteCount: file.byteCount, path: memberPath,
      origin: origin.member(member.name)
    ).visitAll(passesOver: true, depth: depth - 1, nil, visit)
  }
}
