// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// Renders the C file with the records of a module's extensions that ask for it.
public struct ShimEmission {
  /// An extension and the C name of its accessor.
  public struct Entry {
    public let descriptor: ExtensionDescriptor
    public let accessor: String
  }

  /// The longest list that `GRAFT_CONSTRAINTS` and `GRAFT_IMPLEMENTS` can count.
  public static let longestList = 20

  private let module: String
  private let entries: [Entry]

  public init(module: String, entries: [Entry]) {
    self.module = module
    self.entries = entries
  }

  /// The names of extensions whose lists are too long for the C macros.
  public var tooLong: [String] {
    entries.map(\.descriptor).filter {
      max($0.constraints.count, $0.requirements.count) > Self.longestList
    }.map(\.extensionName)
  }

  public var source: String {
    let head = """
      // The records of \(module)'s extensions. Written by `swift package emit-shim` from its
      // sources: change those, and run it again.

      #include <graft.h>

      """
    return head + entries.map(record).joined()
  }

  private func record(_ entry: Entry) -> String {
    let descriptor = entry.descriptor
    var parts: [String] = []
    if !descriptor.constraints.isEmpty {
      parts.append("GRAFT_CONSTRAINTS(\(list(descriptor.constraints)))")
    }
    if !descriptor.requirements.isEmpty {
      parts.append("GRAFT_IMPLEMENTS(\(list(descriptor.requirements.map(\.text))))")
    }
    if descriptor.priority != 0 { parts.append("GRAFT_PRIORITY(\(descriptor.priority))") }
    if descriptor.hasPredicate { parts.append("GRAFT_PREDICATE") }
    parts.append("GRAFT_SOURCE(\(literal(descriptor.source)))")
    let names = list([descriptor.protocolName, descriptor.extensionName])
    return """

      void *\(entry.accessor)(const graft_request *);
      GRAFT_EXTENSION(\(entry.accessor), \(names),
                      \(parts.joined(separator: ",\n                ")));

      """
  }

  private func list(_ texts: [String]) -> String {
    texts.map(literal).joined(separator: ", ")
  }

  /// A C literal of a text, without trigraphs.
  ///
  /// Bytes beyond ASCII are unchanged: the file is UTF-8, as the record is.
  private func literal(_ text: String) -> String {
    let escaped = text.map { character in
      "\"\\?".contains(character) ? "\\\(character)" : String(character)
    }
    return "\"\(escaped.joined())\""
  }
}
