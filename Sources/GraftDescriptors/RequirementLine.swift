// SPDX-License-Identifier: Apache-2.0

/// A requirement in the text by which generated code describes its protocol.
///
/// The text has a line for each requirement, in the order of their declaration.
package struct RequirementLine: Equatable, Sendable {
  /// The name in the protocol: `greet(_:)`, `get name`.
  package let name: String
  /// The name of the class's method, without the subject: `greet(_:)`, `name()`.
  package let nameInRecords: String
  /// The reason why it can't be advised; nil if it can.
  ///
  /// The fields below are those of a requirement that can be advised.
  package let obstacle: String?
  /// The parameters' names in the order in which links pass the arguments.
  package let parameters: [String]
  /// The errors that it throws.
  package let throwing: Throwing
  /// Whether it is called on a type: it is static or an initialiser.
  package let isOfType: Bool

  /// The errors that a requirement throws.
  package enum Throwing: String, Sendable {
    case never = ""
    case any = "throws"
    /// Errors of a type that it names.
    case typed
  }

  /// Creates a line.
  package init(
    name: String, nameInRecords: String, obstacle: String? = nil, parameters: [String] = [],
    throwing: Throwing = .never, isOfType: Bool = false
  ) {
    (self.name, self.nameInRecords, self.obstacle) = (name, nameInRecords, obstacle)
    (self.parameters, self.throwing, self.isOfType) = (parameters, throwing, isOfType)
  }

  /// Reads a line.
  package init(text: Substring) {
    let fields = text.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    func field(_ index: Int) -> String? {
      fields.indices.contains(index) && !fields[index].isEmpty ? fields[index] : nil
    }
    self.init(
      name: fields[0], nameInRecords: field(1) ?? fields[0], obstacle: field(2),
      parameters: field(3).map { $0.split(separator: ",").map(String.init) } ?? [],
      throwing: field(4).flatMap(Throwing.init(rawValue:)) ?? .never, isOfType: field(5) != nil)
  }

  /// The fields, separated by tabs; empty ones at the end are left out.
  package var text: String {
    var fields = [name, nameInRecords == name ? "" : nameInRecords, obstacle ?? ""]
    if obstacle == nil {
      fields += [
        parameters.joined(separator: ","), throwing.rawValue, isOfType ? "type" : "",
      ]
    }
    while fields.last == "" { fields.removeLast() }
    return fields.joined(separator: "\t")
  }
}
