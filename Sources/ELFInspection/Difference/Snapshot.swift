// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// The descriptors of a report that `list` wrote as JSON or NDJSON.
public struct Snapshot: Sendable {
  /// A descriptor as far as differences depend on it.
  public struct Entry: Hashable, Sendable {
    /// The record's contents.
    public var descriptor: ExtensionDescriptor
    /// The architecture, as a target triple spells it.
    public var architecture: String

    init(_ descriptor: ExtensionDescriptor, architecture: String) {
      self.descriptor = descriptor
      self.architecture = architecture
    }

    /// Creates an entry for a descriptor of a file.
    public init(_ found: LocatedDescriptor) {
      self.init(found.descriptor, architecture: found.architecture)
    }
  }

  /// The entries, in the order of the report.
  public var entries: [Entry] = []
  /// The protocol records of the report.
  public var protocols: [LocatedProtocol] = []
  /// The manifests of the report.
  public var manifests: [LocatedManifest] = []
  /// Whether the run that wrote it could read all of its input.
  public var isComplete = true

  /// Creates a snapshot without entries.
  public init() {}

  /// Creates a snapshot of a report's results.
  ///
  /// - Parameter exit: the exit status of the run that wrote it.
  init(_ items: [SnapshotItem], exit: Int) {
    entries = items.compactMap(\.entry)
    isComplete = exit == 0 || exit == 1
    manifests = items.compactMap { if case .manifest(let found) = $0 { found } else { nil } }
    protocols = items.compactMap { if case .protocol(let found) = $0 { found } else { nil } }
  }

  /// Reads a report; nil if the file is no JSON and may be something else.
  public init?(_ entry: ScanEntry) throws(InspectionError) {
    let input = try entry.open()
    guard try input.bytes(at: 0, count: Int(min(1, input.byteCount))) == [UInt8(ascii: "{")]
    else { return nil }
    guard input.byteCount <= SectionTableLimits.sectionByteCount else {
      throw InspectionError(.tooLarge, "the snapshot", value: input.byteCount)
    }
    try self.init(bytes: try input.bytes(at: 0, count: Int(input.byteCount)))
  }

  /// Reads a report.
  ///
  /// - Throws: `InspectionError.Code.malformedSnapshot`, with the location if
  ///   it is known: the byte that is not UTF-8, the line of NDJSON, the result
  ///   of JSON.
  public init(bytes: [UInt8]) throws(InspectionError) {
    try Self.checkUTF8(bytes)
    if let lines = SnapshotLines(bytes) {
      self = try lines.snapshot()
      return
    }
    let report = try SnapshotReading.decode(SnapshotReport.self, bytes[...], "the snapshot")
    self.init(report.results, exit: report.exit)
  }

  /// Checks that all bytes are UTF-8; a decoder looks only at the strings it
  /// decodes.
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
