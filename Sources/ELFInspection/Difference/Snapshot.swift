// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// The descriptors that a report of `list` in JSON or NDJSON holds.
public struct Snapshot: Sendable {
  public struct Entry: Hashable, Sendable {
    public var descriptor: Descriptor
    public var architecture: String
  }

  public var entries: [Entry]
  /// False where the run that wrote it could not read all of its input.
  public var isComplete = true

  /// Of nothing.
  public static let empty = Snapshot(entries: [])

  init(entries: [Entry]) {
    self.entries = entries
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

  public init(bytes: [UInt8]) throws(InspectionError) {
    let values: [JSONValue]
    do throws(JSONError) {
      values = try JSONValue.parseAll(bytes)
    } catch {
      throw InspectionError(
        .malformedSnapshot, "the snapshot is not JSON: \(error.problem)",
        offset: UInt64(error.offset))
    }
    guard let first = values.first, first["command"]?.text == "list" else {
      throw InspectionError(.malformedSnapshot, "the snapshot is no JSON report of list")
    }
    guard first["version"]?.integer == 1 else {
      throw InspectionError(
        .malformedSnapshot,
        "the snapshot is of an unknown version: write it again, with this inspect-sections",
        value: first["version"]?.integer.flatMap(UInt64.init(exactly:)))
    }
    let (items, exit) = try Self.parts(values)
    entries = []
    for item in items where item["type"]?.text == "descriptor" {
      guard let descriptor = Descriptor(item), let architecture = item["architecture"]?.text else {
        throw InspectionError(
          .malformedSnapshot, "descriptor \(entries.count + 1) of the snapshot lacks a member")
      }
      entries.append(Entry(descriptor: descriptor, architecture: architecture))
    }
    isComplete = exit == 0 || exit == 1
  }

  /// The results and the exit code: of one document, or of lines from `start` to `end`.
  private static func parts(
    _ values: [JSONValue]
  ) throws(InspectionError) -> (items: [JSONValue], exit: Int64) {
    if let results = values[0]["results"]?.elements, let exit = values[0]["exit"]?.integer,
      values.count == 1
    {
      return (results, exit)
    }
    if values.count > 1, values[0]["type"]?.text == "start", let end = values.last,
      end["type"]?.text == "end", let exit = end["exit"]?.integer
    {
      return (Array(values[1..<(values.count - 1)]), exit)
    }
    throw InspectionError(
      .malformedSnapshot, "the snapshot is not one whole report: was it truncated?")
  }
}

extension Descriptor {
  var jsonMembers: [JSONValue.Member] {
    [
      .init("kind", .string(kind.name)), .init("protocol", .string(protocolName)),
      .init("extension", .string(extensionName)), .init("constraints", .list(constraints)),
      .init("requirements", .list(requirements.map(\.text))),
      .init("priority", .integer(Int64(priority))), .init("predicate", .bool(hasPredicate)),
      .init("source", .string(source)),
    ]
  }

  fileprivate init?(_ json: JSONValue) {
    guard let kind = json["kind"]?.text.flatMap(DescriptorKind.init(name:)),
      let protocolName = json["protocol"]?.text, let name = json["extension"]?.text,
      let constraints = json["constraints"]?.texts, let requirements = json["requirements"]?.texts,
      let priority = json["priority"]?.integer.flatMap({ Int32(exactly: $0) }),
      let hasPredicate = json["predicate"]?.bool, let source = json["source"]?.text
    else { return nil }
    self.init(
      kind: kind, protocolName: protocolName, extensionName: name, constraints: constraints,
      requirements: requirements.map { RequirementName($0) }, priority: priority,
      hasPredicate: hasPredicate, source: source)
  }
}

extension JSONValue {
  fileprivate var texts: [String]? {
    guard let elements else { return nil }
    let texts = elements.compactMap(\.text)
    return texts.count == elements.count ? texts : nil
  }
}
