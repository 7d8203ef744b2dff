// SPDX-License-Identifier: Apache-2.0

extension RunningProgram {
  /// The symbol of the structure `graft_debug_state`.
  static let symbol = "graft_debug"
  /// The version of the structures that is read.
  private static let version: UInt32 = 1
  /// The size of `graft_debug_state` in that version.
  static let byteCount: UInt64 = 32
  /// The most items of a list.
  private static let itemLimit: UInt64 = 1 << 16

  /// Reads the structures once.
  ///
  /// A running process can change and free them meanwhile, so that they make no
  /// sense.
  init(_ memory: ProcessMemory, at address: UInt64) throws(InspectionError) {
    let state = try memory.words(at: address, count: 4)
    let (version, byteCount) = (UInt32(truncatingIfNeeded: state[0]), state[0] >> 32)
    guard version == Self.version else {
      throw InspectionError(
        .unknownVersion,
        "Graft in this process has version \(version) of graft_debug.h, and this inspect-sections"
          + " reads version \(Self.version): use the one of that Graft")
    }
    guard byteCount >= Self.byteCount else {
      throw .malformed("the size of graft_debug_state", byteCount)
    }
    for item in try Self.items(memory, state[1]) { images.append(try Image(memory, item)) }
    for item in try Self.items(memory, state[2]) {
      blocked.append(Blocked(name: try memory.string(at: item) ?? ""))
    }
    for item in try Self.items(memory, state[3]) { advice.append(try Advice(memory, item)) }
  }

  /// The pointers of a list `graft_debug_list`, which is NULL until it has an item.
  private static func items(
    _ memory: ProcessMemory, _ address: UInt64
  ) throws(InspectionError) -> [UInt64] {
    guard address != 0 else { return [] }
    let count = try memory.words(at: address, count: 1)[0]
    guard count <= itemLimit else { throw .malformed("the number of items", count) }
    return try memory.words(at: address &+ 16, count: Int(count))
  }

  /// Adds the images, names and advice of another copy of Graft, or of another process.
  public mutating func append(_ other: RunningProgram) {
    images += other.images
    blocked += other.blocked
    advice += other.advice
  }
}

extension RunningProgram.Image {
  fileprivate init(_ memory: ProcessMemory, _ address: UInt64) throws(InspectionError) {
    let words = try memory.words(at: address, count: 5)
    guard let state = ImageState(rawValue: words[4]) else {
      throw .malformed("the state of an image", words[4])
    }
    self.init(
      path: Path(bytes: try memory.text(at: words[0]) ?? []),
      plugin: try memory.string(at: words[1]), recordsAddress: words[2], recordCount: words[3],
      state: state)
  }
}

extension RunningProgram.Advice {
  fileprivate init(_ memory: ProcessMemory, _ address: UInt64) throws(InspectionError) {
    let words = try memory.words(at: address, count: 5)
    let (name, source) = (try memory.string(at: words[0]), try memory.string(at: words[1]))
    self.init(
      name: name == "" ? nil : name, source: source == "" ? nil : source,
      protocolName: try memory.string(at: words[2]) ?? "",
      requirement: try memory.string(at: words[3]) ?? "",
      subjects: try memory.string(at: words[4]) ?? "")
  }
}

extension ProcessMemory {
  fileprivate func string(at address: UInt64) throws(InspectionError) -> String? {
    try text(at: address).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension InspectionError {
  fileprivate static func malformed(_ what: String, _ value: UInt64) -> InspectionError {
    InspectionError(.malformedProcess, "\(what) makes no sense", value: value)
  }
}
