// SPDX-License-Identifier: Apache-2.0

/// A finding in SARIF's form.
struct SARIFResult: Encodable {
  private var ruleId: String
  private var ruleIndex: Int
  private var level: String
  private var message: SARIFText
  /// The file with the fault.
  private var locations: [SARIFLocation]
  /// The source of the extension, from its record.
  private var relatedLocations: [SARIFLocation]?

  init(_ finding: Finding) {
    ruleId = finding.rule.rawValue
    ruleIndex = Rule.allCases.firstIndex(of: finding.rule) ?? 0
    level = finding.rule.severity.rawValue
    message = SARIFText(text: "\(finding.origin.display): \(finding.text)")
    locations = [SARIFLocation(finding.origin, offset: finding.offset)]
    relatedLocations = finding.source.flatMap(SARIFLocation.init(source:)).map { [$0] }
  }
}

struct SARIFText: Encodable {
  var text: String
}

struct SARIFReference: Encodable {
  var id: String
}

struct SARIFLocation: Encodable {
  private var physicalLocation: Physical
  private var logicalLocations: [Logical]?
  private var message: SARIFText?

  private struct Physical: Encodable {
    struct Artifact: Encodable { var uri: String }
    struct Region: Encodable {
      var byteOffset: Int?
      var startLine: Int?
    }
    var artifactLocation: Artifact
    var region: Region?
  }

  /// A member of an archive.
  private struct Logical: Encodable {
    var fullyQualifiedName: String
    var kind: String
  }

  /// Creates a location in a file.
  ///
  /// - Parameter offset: the offset in bytes; left out for a member of an
  ///   archive.
  init(_ origin: Origin, offset: UInt64?) {
    let offset = origin.members.isEmpty ? offset.flatMap { Int(exactly: $0) } : nil
    physicalLocation = Physical(
      artifactLocation: .init(uri: origin.path.uriReference),
      region: offset.map { Physical.Region(byteOffset: $0) })
    if !origin.members.isEmpty {
      logicalLocations = [Logical(fullyQualifiedName: origin.display, kind: "member")]
    }
  }

  /// Creates a location from `Module/File.swift:line`; nil for other text.
  init?(source: String) {
    guard let colon = source.lastIndex(of: ":"), colon > source.startIndex,
      let line = Int(source[source.index(after: colon)...]), line > 0
    else { return nil }
    physicalLocation = Physical(
      artifactLocation: .init(uri: Path(String(source[..<colon])).uriReference),
      region: Physical.Region(startLine: line))
    message = SARIFText(text: "the source of the extension")
  }
}

extension Path {
  /// The path as a URI reference (RFC 3986), with bytes escaped as needed.
  var uriReference: String {
    let text = bytes.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        String(Unicode.Scalar(byte))
      default: "%" + [byte].hexadecimal.uppercased()
      }
    }.joined()
    // Two slashes would introduce a host.
    return bytes.first == 0x2f ? "file://" + (text.hasPrefix("//") ? "/." + text : text) : text
  }
}
