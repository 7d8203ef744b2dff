// SPDX-License-Identifier: Apache-2.0

import CLibrary

/// A file to read.
public struct ScanEntry: Hashable, Sendable {
  /// The way a file came into the scan, which decides what is an error.
  public enum Kind: Hashable, Sendable {
    /// The file was named, so it is an error if it isn't ELF.
    case named
    /// The file was found in a folder; it is skipped if it isn't ELF.
    case met
    /// A process maps the file, and it is opened by another path.
    ///
    /// It is skipped if it isn't ELF.
    case mapped(Path)
    case standardInput
    /// The file exists only in memory.
    case memory([UInt8])
  }

  /// The path to open, which reports show too; only a name if the file has no
  /// path.
  public var path: Path
  /// The way it came into the scan.
  public var kind: Kind

  /// Creates an entry; the file is opened when it is read.
  public init(_ path: Path, _ kind: Kind = .named) {
    self.path = path
    self.kind = kind
  }

  /// Creates an entry for an argument: a file, or standard input for `-`.
  public init(operand path: Path) {
    let isStandardInput = path.bytes == [UInt8(ascii: "-")]
    self.init(
      isStandardInput ? Path("standard input") : path, isStandardInput ? .standardInput : .named)
  }

  /// The origin of the file itself, not of a member.
  public var origin: Origin { Origin(path) }
}

extension ScanEntry {
  /// The problem of the entry or of one of its members.
  ///
  /// Intermediate code is only a note if the file was not named.
  public func problem(_ origin: Origin, _ error: InspectionError) -> Problem {
    let isAskedFor = isAskedFor && origin.members.isEmpty
    return Problem(origin, error, isAskedFor && error.code == .intermediateCode ? .error : nil)
  }

  /// Whether it was named.
  var isAskedFor: Bool {
    switch kind {
    case .named, .standardInput, .memory: true
    case .met, .mapped: false
    }
  }

  func open() throws(InspectionError) -> InputFile {
    switch kind {
    case .named: try InputFile(opening: path)
    case .met: try InputFile(opening: path, isRegular: true)
    case .mapped(let path): try InputFile(opening: path)
    case .standardInput: try InputFile.standardInput.get()
    case .memory(let bytes): try InputFile(bytes: bytes)
    }
  }
}
