// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// The descriptors that a report of `list` in JSON or NDJSON holds.
public struct Snapshot: Sendable {
  /// What a difference asks of a descriptor.
  public struct Entry: Hashable, Sendable {
    /// What the record said.
    public var descriptor: ExtensionDescriptor
    /// As a target triple names it.
    public var architecture: String

    init(_ descriptor: ExtensionDescriptor, architecture: String) {
      self.descriptor = descriptor
      self.architecture = architecture
    }

    /// What was read of a file.
    public init(_ found: LocatedDescriptor) {
      self.init(found.descriptor, architecture: found.architecture)
    }
  }

  /// In the order of the report.
  public var entries: [Entry]
  /// The records of protocols in it.
  public var protocols: [LocatedProtocol] = []
  /// False where the run that wrote it could not read all of its input.
  public var isComplete: Bool

  /// Of nothing.
  public static let empty = Snapshot(entries: [], isComplete: true)

  init(entries: [Entry], isComplete: Bool) {
    self.entries = entries
    self.isComplete = isComplete
  }

  /// - Parameter exit: of the run that wrote it.
  init(_ items: [SnapshotItem], exit: Int) {
    self.init(entries: items.compactMap(\.entry), isComplete: exit == 0 || exit == 1)
    protocols = items.compactMap { if case .protocol(let found) = $0 { found } else { nil } }
  }

  /// Nil if the file is no JSON, so that it may be something else.
  public init?(_ entry: ScanEntry) throws(InspectionError) {
    let input = try entry.open()
    guard try input.bytes(at: 0, count: Int(min(1, input.byteCount))) == [UInt8(ascii: "{")]
    else { return nil }
    guard input.byteCount <= SectionTableLimits.sectionByteCount else {
      throw InspectionError(.tooLarge, "the snapshot", value: input.byteCount)
    }
    try self.init(bytes: try input.bytes(at: 0, count: Int(input.byteCount)))
  }

  /// - Throws: `InspectionError.Code.malformedSnapshot`, with the place as far as it is
  ///   known: the byte that is not UTF-8, the line of NDJSON, the result of JSON.
  public init(bytes: [UInt8]) throws(InspectionError) {
    try Self.checkUTF8(bytes)
    if let lines = SnapshotLines(bytes) {
      self = try lines.snapshot()
      return
    }
    let report = try SnapshotReading.decode(SnapshotReport.self, bytes[...], "the snapshot")
    self.init(report.results, exit: report.exit)
  }

  /// A decoder looks only at the texts that are asked for.
  private static func checkUTF8(_ bytes: [UInt8]) throws(InspectionError) {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      throw InspectionError(
        .malformedSnapshot, "the snapshot is not UTF-8",
        offset: UInt64(error.byteOffsets.lowerBound))
    }
  }
}
