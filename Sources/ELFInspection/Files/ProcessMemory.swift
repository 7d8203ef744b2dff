// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// The memory of a process, running or in a core file.
///
/// Everything in it is untrusted: a running process can change it between two reads.
final class ProcessMemory {
  enum Source {
    /// The file `/proc/PID/mem` (proc(5)).
    case process(InputFile)
    case core(CoreMemory)
  }

  private let source: Source
  /// The bytes that may still be read.
  private var rest = ProcessMemory.byteLimit

  /// Far more than Graft needs for thousands of images.
  private static let byteLimit: UInt64 = 1 << 28
  /// The cost of a read, even if it is of few bytes.
  private static let leastByteCount: UInt64 = 64

  init(_ source: Source) {
    self.source = source
  }

  /// Whether it can change between two reads.
  var isRunning: Bool { if case .process = source { true } else { false } }

  /// The bytes at an address; an error unless all of them can be read.
  func bytes(at address: UInt64, byteCount: UInt64) throws(InspectionError) -> [UInt8] {
    guard max(byteCount, Self.leastByteCount) <= rest else {
      throw InspectionError(
        .tooLarge,
        "more than \(Self.byteLimit.hex) bytes of a process's memory are not read: it has too much, or changes all the time"
      )
    }
    rest -= max(byteCount, Self.leastByteCount)
    let found: [UInt8]? =
      switch source {
      case .process(let file): try? file.bytes(at: address, count: Int(clamping: byteCount))
      case .core(let memory): memory.bytes(at: address, byteCount: byteCount)
      }
    guard let found else { throw InspectionError(.system, "can't read its memory", value: address) }
    return found
  }

  func words(at address: UInt64, count: Int) throws(InspectionError) -> [UInt64] {
    let bytes = try bytes(at: address, byteCount: 8 * UInt64(count))
    var fields = FieldReader(.graft)
    return (0..<count).map { _ in fields.u64(bytes.span) }
  }

  /// The text at an address, up to its NUL, or its first part; nil for no address.
  func text(at address: UInt64) throws(InspectionError) -> [UInt8]? {
    guard address != 0 else { return nil }
    var text: [UInt8] = []
    while text.count < Self.longestText {
      // The block's end; a block is in one page, so a text's last block can be read.
      let next = address &+ UInt64(text.count)
      let block = try bytes(at: next, byteCount: Self.blockByteCount - next % Self.blockByteCount)
      text += block.prefix { $0 != 0 }
      if block.contains(0) { break }
    }
    return text
  }

  private static let blockByteCount: UInt64 = 256
  /// The most bytes of a text, as long as a path can be.
  private static let longestText = 1 << 12
}
