// SPDX-License-Identifier: Apache-2.0

/// The descriptors of one file or of several, to compare among themselves; none, if they
/// take too much memory.
public struct ComparedDescriptors: Sendable {
  /// The most memory that the descriptors of one kind take, in bytes.
  public static let byteLimit = 16 << 20

  /// The descriptors in the order of their files; empty if they are too many.
  public private(set) var all: [LocatedDescriptor] = []
  /// How many there were beyond the limit, with those before it.
  public var uncompared: Int { firstBeyond == nil ? 0 : count }
  private var count = 0
  /// The file whose descriptors were too many; nil if they are all here.
  public private(set) var firstBeyond: Origin?
  private(set) var byteCount = 0

  public init() {}

  public mutating func append(_ descriptor: LocatedDescriptor) {
    count += 1
    guard firstBeyond == nil else { return }
    byteCount += descriptor.estimatedByteCount
    if byteCount > Self.byteLimit { return dismiss(descriptor.origin) }
    all.append(descriptor)
  }

  public mutating func append(_ others: ComparedDescriptors) {
    count += others.count
    guard firstBeyond == nil else { return }
    byteCount += others.byteCount
    if let origin = others.firstBeyond ?? (byteCount > Self.byteLimit ? others.all[0].origin : nil)
    {
      return dismiss(origin)
    }
    all += others.all
  }

  /// Gives a state to the descriptors of files.
  public mutating func mark(_ state: ExtensionState, of origins: Set<Origin>) {
    for index in all.indices where origins.contains(all[index].origin) { all[index].state = state }
  }

  /// Keeps none: those of a file are too many.
  public mutating func dismiss(_ origin: Origin) {
    if firstBeyond == nil { (all, byteCount, firstBeyond) = ([], 0, origin) }
  }

  /// The problem to report if they are not compared; nil if they are.
  public var problem: Problem? {
    firstBeyond.map { origin in
      Problem(
        origin,
        InspectionError(
          .tooLarge,
          "the records up to this file need more than \(UInt64(Self.byteLimit).hex) bytes, and are"
            + " not compared among themselves: check fewer files at once"))
    }
  }
}
