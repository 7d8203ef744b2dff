// SPDX-License-Identifier: Apache-2.0

internal import CInspection
import CLibrary

/// An open regular file.
///
/// It is read by position and never mapped: truncating a mapped file would end the
/// process.
final class InputFile: Sendable {
  let descriptor: Int32
  let byteCount: UInt64
  /// The size that the file system stores, in bytes; the holes of a sparse file
  /// count nothing.
  let dataByteCount: UInt64

  /// The file's identity, the same under each of its names.
  struct Identity: Hashable {
    let device: dev_t
    let inode: ino_t
  }

  /// Opens a file if it is regular.
  ///
  /// Opening a FIFO would wake its writer, and opening a device can have any effect.
  ///
  /// - Parameter isRegular: whether it is already known to be regular, as in a
  ///   folder.
  init(opening path: Path, isRegular: Bool = false) throws(InspectionError) {
    if !isRegular {
      guard let status = path.status else { throw .system("can't open") }
      guard status.isRegularFile else { throw .notRegularFile }
    }
    // The file may have been replaced since the check.
    let opened = path.withCString { open($0, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) }
    guard opened >= 0 else { throw .system("can't open") }
    do {
      (byteCount, dataByteCount) = try Self.regularByteCounts(opened)
    } catch {
      close(opened)
      throw error
    }
    descriptor = opened
  }

  /// Standard input, read once on first use: a pipe can't be read again.
  static let standardInput = Result { () throws(InspectionError) in
    try InputFile(spooling: STDIN_FILENO)
  }

  /// Copies standard input to its end, since a pipe can't be read by position.
  private init(spooling source: Int32) throws(InspectionError) {
    let copy = inspection_memory_file("standard input")
    guard copy >= 0 else { throw .system("can't keep standard input") }
    var failed = false
    var total: UInt64 = 0
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { buffer in
      while true {
        let count = Glibc.read(source, buffer.baseAddress, buffer.count)
        if count < 0 && errno == EINTR { continue }
        failed = count < 0 || (count > 0 && Glibc.write(copy, buffer.baseAddress, count) != count)
        if count <= 0 || failed { break }
        total += UInt64(count)
      }
    }
    if failed {
      let error = InspectionError.system("can't read standard input")
      close(copy)
      throw error
    }
    descriptor = copy
    byteCount = total
    dataByteCount = total
  }

  /// Opens a file that exists only in memory.
  init(bytes: [UInt8]) throws(InspectionError) {
    descriptor = inspection_memory_file("bytes")
    guard descriptor >= 0 else { throw .system("can't keep bytes") }
    byteCount = UInt64(bytes.count)
    dataByteCount = byteCount
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw .system("can't keep bytes") }
      rest = rest.dropFirst(count)
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  private static func regularByteCounts(
    _ descriptor: Int32
  ) throws(InspectionError) -> (all: UInt64, data: UInt64) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system("can't read") }
    guard status.isRegularFile else { throw .notRegularFile }
    let all = UInt64(max(0, status.st_size))
    // Sizes are in blocks of 512 bytes (stat(3type)).
    let blocks = UInt64(max(0, status.st_blocks)) &* 512
    return (all, blocks >= all ? all : inspection_data_byte_count(descriptor, all))
  }

  var identity: Identity {
    get throws(InspectionError) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw .system("can't read") }
      return Identity(device: status.st_dev, inode: status.st_ino)
    }
  }

  /// Reads the next bytes of an open file, or of a pipe, as many as come at once; none at the end.
  static func part(of descriptor: Int32) throws(InspectionError) -> [UInt8] {
    var part = [UInt8](repeating: 0, count: partByteCount)
    while true {
      let count = part.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .system("can't read") }
      return Array(part[..<count])
    }
  }

  static let partByteCount = 1 << 16

  /// Reads up to the buffer's size, or less at the end of the file.
  func read(
    at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(InspectionError) -> Int {
    guard let start = off_t(exactly: offset) else { return 0 }
    var done = 0
    while done < buffer.count {
      let count = pread(descriptor, buffer.baseAddress! + done, buffer.count - done, start + done)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .system("can't read", offset: offset) }
      if count == 0 { break }
      done += count
    }
    return done
  }

  /// Reads exactly this many bytes, or throws.
  ///
  /// The caller has checked the size.
  func bytes(at offset: UInt64, count: Int) throws(InspectionError) -> [UInt8] {
    try Self.checkMemory(byteCount: count)
    var failure: InspectionError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(InspectionError) {
        filled = try read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    guard bytes.count == count else {
      throw InspectionError(.system, "the file became shorter while it was read", offset: offset)
    }
    return bytes
  }
}

extension InputFile {
  /// Smaller allocations are not checked.
  private static let leastChecked = 1 << 20
  /// The bytes that an array takes in addition to its elements.
  private static let arrayByteCount = 1 << 12

  /// Throws if there is no memory for an array; allocating it would end the
  /// process.
  static func checkMemory(byteCount: Int) throws(InspectionError) {
    guard byteCount >= leastChecked else { return }
    guard inspection_has_memory(byteCount + arrayByteCount) == 1 else {
      throw InspectionError(.tooLarge, "there is no memory for \(byteCount.hex) bytes of this file")
    }
  }
}

extension Path {
  /// The status of the file that the path leads to; nil, with `errno`, if there is none.
  var status: stat? {
    var status = stat()
    return withCString { stat($0, &status) } == 0 ? status : nil
  }
}

extension stat {
  var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
  var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
}

extension InspectionError {
  fileprivate static let notRegularFile = InspectionError(.notRegularFile, "not a regular file")

  /// The error in `errno`.
  static func system(_ what: String, offset: UInt64? = nil) -> InspectionError {
    let reason = strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
    return InspectionError(.system, "\(what): \(reason)", offset: offset)
  }
}
