// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import GraftDescriptors

/// A report of `--format json`: one document.
struct SnapshotReport: Decodable {
  var results: [SnapshotItem]
  var exit: Int

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: ReportKey.self)
    try SnapshotReading.checkHead(members)
    guard members.contains(.results), members.contains(.exit) else {
      throw SnapshotReading.truncated
    }
    results = try members.decode([SnapshotItem].self, forKey: .results)
    exit = try members.decode(Int.self, forKey: .exit)
  }
}

/// A result or diagnostic of a report, or the first or last line of an NDJSON
/// report.
enum SnapshotItem: Decodable {
  case start
  case end(exit: Int)
  case descriptor(Snapshot.Entry)
  case `protocol`(LocatedProtocol)
  case manifest(LocatedManifest)
  case other

  var entry: Snapshot.Entry? { if case .descriptor(let entry) = self { entry } else { nil } }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: ReportKey.self)
    switch try members.decode(String.self, forKey: .type) {
    case "start":
      try SnapshotReading.checkHead(members)
      self = .start
    case "end": self = .end(exit: try members.decode(Int.self, forKey: .exit))
    case "descriptor":
      self = .descriptor(
        Snapshot.Entry(
          try ExtensionDescriptor(from: decoder),
          architecture: try members.decode(String.self, forKey: .architecture)))
    case "protocol": self = .protocol(try LocatedProtocol(members))
    case "manifest": self = .manifest(try LocatedManifest(members))
    case "section":
      throw InspectionError(
        .malformedSnapshot,
        "the report is of list --section, and lists no extensions: write one without that option")
    default: self = .other
    }
  }
}

extension LocatedManifest {
  /// Reads one value that `list` wrote.
  fileprivate init(_ members: KeyedDecodingContainer<ReportKey>) throws {
    var list = try members.nestedUnkeyedContainer(forKey: .needs)
    var needs: [PluginManifest.Need] = []
    while !list.isAtEnd {
      let need = try list.nestedContainer(keyedBy: ReportKey.self)
      needs.append(
        PluginManifest.Need(
          try need.decode(String.self, forKey: .name),
          minimum: try need.decodeIfPresent(String.self, forKey: .minimum).flatMap {
            PluginVersion($0)
          },
          limit: try need.decodeIfPresent(String.self, forKey: .limit).flatMap { PluginVersion($0) }
        ))
    }
    guard let version = PluginVersion(try members.decode(String.self, forKey: .version)) else {
      throw DecodingError.dataCorruptedError(
        forKey: .version, in: members, debugDescription: "no version")
    }
    self.init(
      manifest: PluginManifest(
        name: try members.decode(String.self, forKey: .name), version: version, needs: needs,
        source: try members.decode(String.self, forKey: .source)),
      origin: Origin(Path("the snapshot")),
      architecture: try members.decode(String.self, forKey: .architecture), image: ImageFacts(),
      offset: 0, byteCount: 0)
  }
}

extension LocatedProtocol {
  /// Reads one value that `list` wrote.
  fileprivate init(_ members: KeyedDecodingContainer<ReportKey>) throws {
    let names = try members.decode([String].self, forKey: .requirements)
    let texts = try members.decode([String].self, forKey: .declarations)
    let shape = try members.decode(String.self, forKey: .shape)
    guard let number = UInt64(shape.dropFirst(2), radix: 16), names.count == texts.count else {
      throw DecodingError.dataCorruptedError(
        forKey: .shape, in: members, debugDescription: "no number, or other declarations")
    }
    self.init(
      record: ProtocolRecord(
        name: try members.decode(String.self, forKey: .protocol),
        baseClass: try members.decode(String.self, forKey: .baseClass), shape: number,
        foundation: try members.decodeIfPresent(String.self, forKey: .growing)
          .flatMap { UInt64($0.dropFirst(2), radix: 16) },
        compiler: try members.decodeIfPresent(String.self, forKey: .compiler) ?? "",
        requirements: zip(names, texts).map { name, text in
          ProtocolRecord.Requirement(name: name, nameInRecords: name, text: text)
        }, source: try members.decode(String.self, forKey: .source)),
      origin: Origin(Path("the snapshot")),
      architecture: try members.decode(String.self, forKey: .architecture), offset: 0, byteCount: 0,
      hasEvolution: try members.decodeIfPresent(Bool.self, forKey: .evolution),
      types: try members.decodeIfPresent([DeclaredType].self, forKey: .types))
  }
}

/// The parts that both forms of a snapshot share.
enum SnapshotReading {
  static let truncated = InspectionError(
    .malformedSnapshot, "the snapshot is not one whole report: was it truncated?")

  /// The size limit of one JSON value, about 350,000 descriptors.
  ///
  /// A decoder can need 25 times the memory.
  static let valueByteCount = 1 << 27

  /// Checks the command and version that wrote the report, before anything that
  /// a later version may write differently.
  static func checkHead(_ members: KeyedDecodingContainer<ReportKey>) throws {
    guard try members.decodeIfPresent(String.self, forKey: .command) == "list" else {
      throw InspectionError(.malformedSnapshot, "the snapshot is not a JSON report of list")
    }
    let version = try members.decodeIfPresent(Int.self, forKey: .version)
    guard version == 1 else {
      throw InspectionError(
        .malformedSnapshot,
        "the snapshot is of an unknown version: write it again, with this inspect-sections",
        value: version.flatMap(UInt64.init(exactly:)))
    }
  }

  /// Decodes one value.
  ///
  /// - Parameters:
  ///   - what: the name of the value, for the error.
  ///   - offset: the start of the value, for the error.
  static func decode<Value: Decodable>(
    _ type: Value.Type, _ bytes: ArraySlice<UInt8>, _ what: String, offset: Int? = nil
  ) throws(InspectionError) -> Value {
    guard bytes.count <= valueByteCount else {
      throw InspectionError(
        .tooLarge,
        "\(what) has more than \(valueByteCount.hex) bytes in one JSON value: write it with"
          + " --format ndjson", offset: offset.flatMap(UInt64.init(exactly:)),
        value: UInt64(bytes.count))
    }
    do {
      return try JSONDecoder().decode(type, from: Data(bytes))
    } catch let error as InspectionError {
      throw error
    } catch {
      throw InspectionError(
        .malformedSnapshot, text(error as? DecodingError, what),
        offset: offset.flatMap(UInt64.init(exactly:)))
    }
  }

  private static func text(_ error: DecodingError?, _ what: String) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      return "\(what) lacks the member \(place(context.codingPath + [key]))"
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      // An empty path means that it is no JSON or no object.
      if context.codingPath.isEmpty { break }
      return "\(what) has a wrong \(place(context.codingPath)): \(context.debugDescription)"
    default: break
    }
    return "\(what) is not JSON as list writes it: was it truncated?"
  }

  /// The location in the report: `results[3].priority`.
  private static func place(_ path: [any CodingKey]) -> String {
    path.reduce(into: "") { place, key in
      if let index = key.intValue {
        place += "[\(index)]"
      } else {
        place += (place.isEmpty ? "" : ".") + key.stringValue
      }
    }
  }
}
