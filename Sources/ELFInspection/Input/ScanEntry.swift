// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A file to look into.
public struct ScanEntry: Hashable, Sendable {
  /// How it was asked for.
  public enum Kind: Hashable, Sendable {
    /// Asked for by name: what isn't ELF is an error.
    case named
    /// Met in a folder: what isn't ELF is passed over.
    case met
    /// What a process maps under the name: opened by another path. What isn't ELF is passed
    /// over.
    case mapped(Path)
    case standardInput
    /// A file that exists in memory only.
    case memory([UInt8])
  }

  /// What it is opened by and called in reports; for what has no path, its name only.
  public var path: Path
  /// Which decides what is an error.
  public var kind: Kind

  /// A file; it is opened when it is read.
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

  /// Of the file itself, not of a member.
  public var origin: Origin { Origin(path) }
}

extension ScanEntry {
  /// What is wrong with the entry, or with a member of it. Code that is not compiled yet
  /// is passed over where nobody has asked for just this file.
  public func problem(_ origin: Origin, _ error: InspectionError) -> Problem {
    let isAskedFor = isAskedFor && origin.members.isEmpty
    return Problem(
      origin, error, isAskedFor && error.code == .intermediateCode ? .error : nil)
  }

  /// By name.
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
