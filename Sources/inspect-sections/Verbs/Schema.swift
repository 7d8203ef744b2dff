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
      "title": "Report of inspect-sections, version \(Report.version)",
      "type": "object",
      "required": ["version", "command", "results", "diagnostics", "exit"],
      "additionalProperties": false,
      "properties": {
        "version": {"const": \(Report.version)},
        "command": \(type(Substring(Verb.allCases.names.joined(separator: "|")))),
        "results": {"type": "array", "items": {"oneOf": [
          \(results.map { type(Substring($0)) }.joined(separator: ", "))]}},
        "diagnostics": {"type": "array", "items": {"$ref": "#/$defs/diagnostic"}},
        "exit": {"enum": [\(ExitCode.meanings.map { "\($0.code)" }.joined(separator: ", "))]}
      },
      "$defs": {
        "hex": {"type": "string", "pattern": "^0x[0-9a-f]+$"},
        "labels": {"type": "object", "additionalProperties": {"type": "string"}},
        "member": {"oneOf": [{"type": "string"}, {"$ref": "#/$defs/unreadableName"}]},
    \(objects.map(\.text).joined(separator: ",\n"))
      }
    }

    """

  /// The types of results in the reports of any verb.
  private static let results = Verb.allCases.flatMap(\.row.results).reduce(into: [String]()) {
    if !$0.contains($1) { $0.append($1) }
  }

  private static let states = ImageState.allCases.map(\.name).joined(separator: "|")
  /// The rules by which an extension comes before another.
  private static let rules = ResolutionRule.allCases.filter { $0 != .only }.map(\.rawValue)
    .joined(separator: "|")
  private static let severities = Severity.allCases.names.joined(separator: "|")
  private static let kinds = DescriptorKind.allCases.map(\.name).joined(separator: "|")

  private static let described = """
    kind \(kinds), protocol text, extension text, constraints [text], requirements [text], \
    priority integer, predicate boolean, source text
    """
  private static let located = """
    architecture text, section integer?, offset hex, byteCount integer, accessor accessor?
    """
  private static let ofImage = "buildID text?, soname text?"
  private static let section = """
    index integer, name text?, sectionType text, sectionTypeNumber hex, flags text, \
    flagsNumber hex, address hex, offset hex, byteCount hex, link integer, info integer, \
    alignment hex, entryByteCount hex, isRegistration boolean
    """
  private static let change = "change added|removed|changed"
  private static let labels = "labels labels"

  private static let objects = [
    // A member of an archive whose name is not UTF-8.
    Object("unreadableName", .part, "name text, nameBytes text"),
    Object("bare", .part, described, optional: "subjects text"),
    Object(
      "descriptor", .ofFile, "\(described), \(located), \(ofImage)",
      optional: "subjects text, \(labels), state \(states)|blocked"),
    Object("accessor", .part, "symbol text?, value hex", optional: "codeByteCount integer"),
    Object(
      "image", .ofFile, "state \(states), plugin text?, recordCount integer, recordsAddress hex",
      optional: labels),
    Object("blocked", .result, "name text", optional: labels),
    Object(
      "advice", .result, "protocol text, requirement text, subjects text, name text?, source text?",
      optional: labels),
    Object(
      "manifest", .ofFile,
      "name text, version text, needs [need], source text, \(located), \(ofImage)",
      optional: labels),
    Object("need", .part, "name text, minimum text?, limit text?"),
    Object(
      "file", .ofFile,
      """
      architecture text?, \(ofImage), byteCount integer?, descriptorCount integer, \
      probes [text], dlopen [dependency], package package?, isComplete boolean
      """, optional: labels),
    Object("dependency", .part, "feature text?, description text?, priority text?, soname [text]"),
    Object("package", .part, "type text?, name text?, version text?, os text?"),
    Object("section", .ofFile, section, optional: labels),
    Object(
      "content", .ofFile,
      "\(section), bytes text, relocations [relocation], strings [locatedString]"),
    Object(
      "relocation", .part,
      "offset hex, number integer, name text?, symbol text?, symbolIndex integer, addend hex?"),
    Object("locatedString", .part, "offset hex, text text"),
    Object(
      "finding", .ofFile,
      "rule text, severity \(severities), text text, offset hex?, value hex?, source text?",
      optional: labels),
    Object("explanation", .result, "rule text, text text", optional: labels),
    Object(
      "difference", .result,
      "\(change), protocol text, extension text, changes [text], old bare?, new bare?"),
    Object(
      "protocol", .ofFile,
      """
      protocol text, baseClass text, shape hex, growing hex?, evolution boolean?, \
      compiler text?, requirements [text], declarations [text], types [declaredType]?, \
      source text, architecture text, section integer?, offset hex, byteCount integer
      """, optional: labels),
    Object("declaredType", .part, "name text, kind struct|enum|class, members [declaredMember]"),
    Object("declaredMember", .part, "name text, type text?"),
    Object(
      "protocolDifference", .result,
      "\(change), protocol text, changes [text], breaksExtensions boolean"),
    Object("manifestDifference", .result, "\(change), name text, changes [text]"),
    Object(
      "brokenExtension", .ofFile,
      "extension text, protocol text, isAmbiguous boolean, source text"),
    Object(
      "step", .result,
      """
      by name|type, requirement text, position integer, \
      rule \(rules)|last|undecided|conflict, with [text], withCount integer, \
      descriptor descriptor
      """),
    Object(
      "answer", .ofFile,
      """
      subject text, protocol text, requirement text, \
      outcome answered|conflict|nobody|depends, chain [rankedExtension], \
      conflict [rankedExtension], excluded [rankedExtension], dependsOn [rankedExtension]
      """),
    // An extension with its rule or reason. A dependency of the type itself has no extension.
    Object(
      "rankedExtension", .part, "",
      optional: """
        extension text, source text, reason text, rule \(rules)|only, \
        path text, pathBytes text, members [member]
        """),
    Object(
      "fit", .ofFile,
      """
      isAccepted boolean, reason text?, text text?, conditions [text], libraries [library], \
      floor floor?
      """),
    Object("floor", .part, "glibc text?, swift text?"),
    Object("library", .part, "name text, path text?, neededBy text, searched [text]"),
    // One of wrong usage has no file.
    Object(
      "diagnostic", .result, "severity \(severities), code text, text text",
      optional: """
        count integer, offset hex?, value hex?, \(labels), path text, pathBytes text, \
        members [member]
        """),
  ]

  /// The schema of a type: `text`, `integer`, `boolean`, `a|b` for one of these words, `[T]`
  /// for a list, `T?` for a type or null, else the name of a definition.
  private static func type(_ type: Substring) -> String {
    if type.last == "?" {
      return #"{"oneOf": [\#(Self.type(type.dropLast())), {"type": "null"}]}"#
    }
    if type.first == "[" {
      return #"{"type": "array", "items": \#(Self.type(type.dropFirst().dropLast()))}"#
    }
    if type.contains("|") {
      let words = type.split(separator: "|").map { "\"\($0)\"" }
      return #"{"enum": [\#(words.joined(separator: ", "))]}"#
    }
    return switch type {
    case "text": #"{"type": "string"}"#
    case "integer", "boolean": #"{"type": "\#(type)"}"#
    default: ##"{"$ref": "#/$defs/\##(type)"}"##
    }
  }

  /// A definition of an object.
  private struct Object {
    enum Kind {
      /// A part of another object.
      case part
      /// A result or diagnostic, which has its name as its `type`.
      case result
      /// A result about a file, which it names.
      case ofFile
    }

    let name: String
    private let kind: Kind
    private let members: String
    private let optional: String

    /// - Parameters:
    ///   - members: names with their types.
    ///   - optional: members that may be missing.
    init(_ name: String, _ kind: Kind, _ members: String, optional: String = "") {
      (self.name, self.kind, self.members, self.optional) = (name, kind, members, optional)
    }

    var text: String {
      let isOfFile = kind == .ofFile
      let required = Self.pairs(members) + Self.pairs(isOfFile ? "path text" : "")
      let others =
        Self.pairs(optional) + Self.pairs(isOfFile ? "pathBytes text, members [member]" : "")
      let own = kind == .part ? [] : [("type", #"{"const": "\#(name)"}"#)]
      let names = (own + required).map { "\"\($0.0)\"" }.joined(separator: ", ")
      let properties = (own + required + others).map { "      \"\($0.0)\": \($0.1)" }
      return """
            "\(name)": {"type": "object", "additionalProperties": false,
              "required": [\(names)],
              "properties": {
        \(properties.joined(separator: ",\n"))}}
        """
    }

    /// The members of a list such as `name text, needs [need]`, with their schemas.
    private static func pairs(_ list: String) -> [(String, String)] {
      list.split(separator: ",").map { member in
        let words = member.split(separator: " ")
        return (String(words[0]), Schema.type(words[1]))
      }
    }
  }
}
