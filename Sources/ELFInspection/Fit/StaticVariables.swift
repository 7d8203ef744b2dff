// SPDX-License-Identifier: Apache-2.0

/// The space for thread-local variables that each thread has from its start, on x86-64
/// (`_dl_determine_tlsoffset` and `_dl_try_allocate_static_tls` of glibc).
struct StaticVariables {
  private var used: UInt64 = 0
  private var byteCount: UInt64 = 0
  private var alignment: UInt64 = 64
  private var placed: Set<ObjectIdentifier> = []

  /// The bytes that glibc keeps for images that are opened later, unless it is told otherwise by
  /// GLIBC_TUNABLES.
  private static let reserve: UInt64 = 1664

  /// - Parameter images: the executable and those that it needs, in the order of loading.
  init(_ images: [LoadedProcess.Image]) {
    // A hole between two images, which a later small one fills.
    var hole: Range<UInt64> = 0..<0
    for image in images {
      placed.insert(ObjectIdentifier(image))
      guard let block = image.file.threadVariables else { continue }
      alignment = max(alignment, block.alignment)
      if UInt64(hole.count) >= block.byteCount {
        let end = block.end(after: hole.lowerBound)
        if end <= hole.upperBound {
          hole = end..<hole.upperBound
          continue
        }
      }
      let end = block.end(after: used)
      if end > used + block.byteCount + UInt64(hole.count) { hole = used..<end - block.byteCount }
      used = end
    }
    byteCount = (used + Self.reserve).roundedUp(to: alignment)
  }

  /// Places the variables of an image, unless they have a place; false if there is none.
  mutating func place(_ image: LoadedProcess.Image) -> Bool {
    guard placed.insert(ObjectIdentifier(image)).inserted, let block = image.file.threadVariables
    else { return true }
    let free = byteCount - used
    guard block.alignment <= alignment, block.byteCount + block.start <= free else { return false }
    let steps = (free - block.byteCount - block.start) / block.alignment
    used += free - steps * block.alignment - block.start
    return true
  }
}

/// The thread-local variables of a file, in bytes.
private struct VariableBlock {
  let byteCount: UInt64
  let alignment: UInt64
  /// The distance of the first one from a multiple of the alignment.
  let start: UInt64

  /// The offset of a block that comes after an offset.
  ///
  /// A small block can begin before the offset, and wraps around as in glibc.
  func end(after offset: UInt64) -> UInt64 {
    let start = (0 &- start) & (alignment - 1)
    return (offset &+ byteCount &- start).roundedUp(to: alignment) &+ start
  }
}

extension LoadableFile {
  fileprivate var threadVariables: VariableBlock? {
    let threadLocal: UInt32 = 7
    // Larger ones are damage.
    let (longest, widest): (UInt64, UInt64) = (1 << 40, 1 << 20)
    return segments.first { $0.type == threadLocal && $0.memoryByteCount > 0 }.flatMap { segment in
      let alignment = max(segment.alignment, 1)
      guard alignment & (alignment - 1) == 0, alignment <= widest,
        segment.memoryByteCount <= longest
      else { return nil }
      return VariableBlock(
        byteCount: segment.memoryByteCount, alignment: alignment,
        start: segment.virtualAddress & (alignment - 1))
    }
  }
}

extension UInt64 {
  fileprivate func roundedUp(to alignment: UInt64) -> UInt64 {
    (self &+ alignment &- 1) / alignment * alignment
  }
}
