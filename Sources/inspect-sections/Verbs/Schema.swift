// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import GraftDescriptors

/// `schema`: prints the JSON schema of the reports.
///
/// An NDJSON line is a `start`, an `end`, a result or a diagnostic.
enum Schema {
  static let text = """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Report of inspect-sections, version 1",
      "type": "object",
      "required": ["version", "command", "results", "diagnostics", "exit"],
      "additionalProperties": false,
      "properties": {
        "version": {"const": 1},
        "command": {"enum": [\(Verb.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))]},
        "results": {"type": "array", "items": {"oneOf": [
          \(results.map(ref).joined(separator: ", "))]}},
        "diagnostics": {"type": "array", "items": {"$ref": "#/$defs/diagnostic"}},
        "exit": {"enum": [0, 1, 2, 64]}
      },
      "$defs": {
    \(definitions.joined(separator: ",\n"))
      }
    }

    """

  /// The types of results in the reports of any verb.
  private static let results = Verb.allCases.flatMap(\.results).reduce(into: [String]()) {
    if !$0.contains($1) { $0.append($1) }
  }

  private static let definitions = [
    #"    "hex": {"type": "string", "pattern": "^0x[0-9a-f]+$"}"#,
    ##"    "maybeHex": {"oneOf": [{"$ref": "#/$defs/hex"}, {"type": "null"}]}"##,
    #"    "maybeText": {"type": ["string", "null"]}"#,
    #"    "labels": {"type": "object", "additionalProperties": {"type": "string"}}"#,
    #"    "texts": {"type": "array", "items": {"type": "string"}}"#,
    // A member is an object if its name is not UTF-8.
    """
        "members": {"type": "array", "items": {"oneOf": [{"type": "string"},
          {"type": "object", "required": ["name", "nameBytes"], "additionalProperties": false,
           "properties": {"name": {"type": "string"}, "nameBytes": {"type": "string"}}}]}}
    """,
    object("bare", described, optional: subjects, isPlaced: false, isTyped: false),
    object(
      "descriptor", described + located + ofImage,
      optional: subjects + labels + [("state", states(imageStates + ["blocked"]))]),
    object(
      "image",
      [
        ("state", states(imageStates)), ("plugin", ref("maybeText")),
        ("recordCount", integer), ("recordsAddress", ref("hex")),
      ], optional: labels),
    object("blocked", [("name", string)], optional: labels, isPlaced: false),
    object(
      "advice",
      [
        ("protocol", string), ("requirement", string), ("subjects", string),
        ("name", ref("maybeText")), ("source", ref("maybeText")),
      ], optional: labels, isPlaced: false),
    object(
      "manifest",
      [("name", string), ("version", string), ("needs", list(of: "need")), ("source", string)]
        + located + ofImage, optional: labels),
    object(
      "need",
      [("name", string), ("minimum", ref("maybeText")), ("limit", ref("maybeText"))],
      isPlaced: false, isTyped: false),
    object(
      "file",
      [("architecture", ref("maybeText"))] + ofImage + [
        ("byteCount", #"{"type": ["integer", "null"]}"#), ("descriptorCount", integer),
        ("probes", ref("texts")), ("dlopen", list(of: "dependency")),
        ("package", maybe("package")), ("isComplete", boolean),
      ], optional: labels),
    object(
      "dependency",
      [
        ("feature", ref("maybeText")), ("description", ref("maybeText")),
        ("priority", ref("maybeText")), ("soname", ref("texts")),
      ], isPlaced: false, isTyped: false),
    object(
      "package",
      ["type", "name", "version", "os"].map { ($0, ref("maybeText")) }, isPlaced: false,
      isTyped: false),
    object("section", sectionMembers, optional: labels),
    object(
      "content",
      sectionMembers + [
        ("bytes", #"{"type": "string"}"#), ("relocations", list(of: "relocation")),
        ("strings", list(of: "locatedString")),
      ]),
    object(
      "relocation",
      [
        ("offset", ref("hex")), ("number", integer), ("name", ref("maybeText")),
        ("symbol", ref("maybeText")), ("symbolIndex", integer), ("addend", ref("maybeHex")),
      ], isPlaced: false, isTyped: false),
    object(
      "locatedString", [("offset", ref("hex")), ("text", string)], isPlaced: false, isTyped: false),
    object(
      "finding",
      [
        ("rule", string), ("severity", severity), ("text", string), ("offset", ref("maybeHex")),
        ("value", ref("maybeHex")), ("source", ref("maybeText")),
      ], optional: labels),
    object("explanation", [("rule", string), ("text", string)], isPlaced: false),
    object(
      "difference",
      [
        ("change", #"{"enum": ["added", "removed", "changed"]}"#), ("protocol", string),
        ("extension", string), ("changes", ref("texts")), ("old", maybe("bare")),
        ("new", maybe("bare")),
      ], isPlaced: false),
    object(
      "protocol",
      [
        ("protocol", string), ("baseClass", string), ("shape", ref("hex")),
        ("growing", ref("maybeHex")), ("evolution", #"{"type": ["boolean", "null"]}"#),
        ("compiler", ref("maybeText")), ("requirements", ref("texts")),
        ("declarations", ref("texts")), ("types", list(of: "declaredType")), ("source", string),
        ("architecture", string),
        ("section", #"{"type": ["integer", "null"]}"#), ("offset", ref("hex")),
        ("byteCount", integer),
      ], optional: labels),
    object(
      "declaredType",
      [
        ("name", string), ("kind", #"{"enum": ["struct", "enum"]}"#),
        ("members", list(of: "declaredMember")),
      ], isPlaced: false, isTyped: false),
    object(
      "declaredMember", [("name", string), ("type", ref("maybeText"))], isPlaced: false,
      isTyped: false),
    object(
      "protocolDifference",
      [
        ("change", #"{"enum": ["added", "removed", "changed"]}"#), ("protocol", string),
        ("changes", ref("texts")), ("breaksExtensions", boolean),
      ], isPlaced: false),
    object(
      "manifestDifference",
      [
        ("change", #"{"enum": ["added", "removed", "changed"]}"#), ("name", string),
        ("changes", ref("texts")),
      ], isPlaced: false),
    object(
      "brokenExtension",
      [
        ("extension", string), ("protocol", string), ("isAmbiguous", boolean), ("source", string),
      ]),
    object(
      "step",
      [
        ("by", #"{"enum": ["name", "type"]}"#), ("requirement", string), ("position", integer),
        (
          "rule",
          #"{"enum": ["priority", "refined", "specific", "last", "undecided", "conflict"]}"#
        ),
        ("with", ref("texts")), ("withCount", integer), ("descriptor", ref("descriptor")),
      ], isPlaced: false),
    object(
      "answer",
      [
        ("subject", string), ("protocol", string), ("requirement", string),
        ("outcome", #"{"enum": ["answered", "conflict", "nobody", "depends"]}"#),
        ("chain", list(of: "rankedExtension")), ("conflict", list(of: "rankedExtension")),
        ("excluded", list(of: "rankedExtension")), ("dependsOn", list(of: "rankedExtension")),
      ]),
    object(
      "fit",
      [
        ("isAccepted", boolean), ("reason", ref("maybeText")), ("text", ref("maybeText")),
        ("conditions", ref("texts")), ("libraries", list(of: "library")),
      ]),
    object(
      "library",
      [
        ("name", string), ("path", ref("maybeText")), ("neededBy", string),
        ("searched", ref("texts")),
      ], isPlaced: false, isTyped: false),
    rankedExtension,
    diagnostic,
  ]

  private static let string = #"{"type": "string"}"#
  private static let integer = #"{"type": "integer"}"#
  private static let boolean = #"{"type": "boolean"}"#

  private static func ref(_ name: String) -> String { ##"{"$ref": "#/$defs/\##(name)"}"## }
  private static func list(of name: String) -> String {
    #"{"type": "array", "items": \#(ref(name))}"#
  }
  private static func maybe(_ name: String) -> String {
    #"{"oneOf": [\#(ref(name)), {"type": "null"}]}"#
  }

  private static let imageStates = ImageState.allCases.map(\.name)

  private static func states(_ names: [String]) -> String {
    #"{"enum": [\#(names.map { "\"\($0)\"" }.joined(separator: ", "))]}"#
  }

  private static let severity = #"{"enum": ["note", "warning", "error"]}"#

  private static let kinds = DescriptorKind.allCases.map { "\"\($0.name)\"" }
    .joined(separator: ", ")

  /// The labels given with `--label`.
  private static let labels = [("labels", ref("labels"))]
  private static let ofImage = [("buildID", ref("maybeText")), ("soname", ref("maybeText"))]

  /// The subjects of pointcuts.
  private static let subjects = [("subjects", string)]

  private static let described: [(String, String)] = [
    ("kind", #"{"enum": [\#(kinds)]}"#), ("protocol", string), ("extension", string),
    ("constraints", ref("texts")), ("requirements", ref("texts")), ("priority", integer),
    ("predicate", boolean), ("source", string),
  ]

  private static let located: [(String, String)] = [
    ("architecture", string), ("section", #"{"type": ["integer", "null"]}"#),
    ("offset", ref("hex")), ("byteCount", integer),
    (
      "accessor",
      """
      {"oneOf": [{"type": "null"}, {"type": "object", "required": ["symbol", "value"], \
      "additionalProperties": false, \
      "properties": {"symbol": \(ref("maybeText")), "value": \(ref("hex")), \
      "codeByteCount": \(integer)}}]}
      """
    ),
  ]

  private static let sectionMembers: [(String, String)] = [
    ("index", integer), ("name", ref("maybeText")), ("sectionType", string),
    ("sectionTypeNumber", ref("hex")), ("flags", string), ("flagsNumber", ref("hex")),
    ("address", ref("hex")), ("offset", ref("hex")), ("byteCount", ref("hex")), ("link", integer),
    ("info", integer), ("alignment", ref("hex")), ("entryByteCount", ref("hex")),
    ("isRegistration", boolean),
  ]

  /// An extension with its rule or reason.
  ///
  /// A dependency of the type itself has no extension.
  private static let rankedExtension = """
        "rankedExtension": {"type": "object", "additionalProperties": false, "properties": {
          "extension": \(string), "source": \(string), "path": \(string),
          "pathBytes": \(string), "members": \(ref("members")), "reason": \(string),
          "rule": {"enum": ["priority", "refined", "specific", "only"]}}}
    """

  /// A diagnostic; for wrong usage it has no file.
  private static let diagnostic = """
        "diagnostic": {"type": "object", "required": ["type", "severity", "code", "text"],
          "additionalProperties": false, "properties": {
          "type": {"const": "diagnostic"}, "severity": \(severity), "code": \(string),
          "count": \(integer), "labels": \(ref("labels")),
          "text": \(string), "offset": \(ref("maybeHex")), "value": \(ref("maybeHex")),
          "path": \(string), "pathBytes": \(string), "members": \(ref("members"))}}
    """

  /// The schema of an object.
  ///
  /// - Parameters:
  ///   - optional: members that may be missing.
  ///   - isPlaced: whether it has members for its file.
  ///   - isTyped: whether it has a member `type` with its own name.
  private static func object(
    _ name: String, _ members: [(String, String)], optional: [(String, String)] = [],
    isPlaced: Bool = true, isTyped: Bool = true
  ) -> String {
    let own = !isTyped ? [] : [("type", #"{"const": "\#(name)"}"#)]
    let required = own + members + (isPlaced ? [("path", string)] : [])
    let place =
      isPlaced ? [("pathBytes", string), ("members", ref("members"))] : []
    let names = required.map { "\"\($0.0)\"" }.joined(separator: ", ")
    let properties = (required + optional + place).map { "      \"\($0.0)\": \($0.1)" }
    return """
          "\(name)": {"type": "object", "additionalProperties": false,
            "required": [\(names)],
            "properties": {
      \(properties.joined(separator: ",\n"))}}
      """
  }
}

extension Verb {
  /// The types of the results in the verb's reports.
  ///
  /// A new verb must list its own here.
  fileprivate var results: [String] {
    switch self {
    case .list:
      ["descriptor", "protocol", "manifest", "section", "file", "image", "blocked", "advice"]
    case .dump: ["section", "content"]
    case .check: ["finding", "explanation"]
    case .diff: ["difference", "protocolDifference", "manifestDifference", "brokenExtension"]
    case .why: ["step"]
    case .resolve: ["answer"]
    case .fit: ["fit"]
    case .schema, .completions, .manual: []
    }
  }
}
