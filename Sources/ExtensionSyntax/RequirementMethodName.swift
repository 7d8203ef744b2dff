// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors
import SwiftSyntax

/// The name that records have for a method of a class `PExtension`, which stands for
/// a requirement: its name without the subject.
///
/// `@Extensible` and `@Extension` both make it, each from the declaration it sees.
public struct RequirementMethodName {
  private let isStatic: Bool
  private let baseName: String
  private let parameters: [(label: String, type: String)]

  /// - Parameters:
  ///   - takesType: true if the subject is a type, which the name says of all but `init`: from
  ///     the class's method, an initialiser can't be told from a static method of that name.
  ///   - methodName: `greet`, `setName`, `init`, `operator +`.
  ///   - parameters: without the subject.
  public init(takesType: Bool, methodName: String, parameters: [(label: String, type: String)]) {
    isStatic = takesType && methodName != "init"
    baseName =
      methodName.hasPrefix(Self.operatorPrefix)
      ? String(methodName.dropFirst(Self.operatorPrefix.count)) : methodName
    // Backticks are how a name is written, not part of it.
    self.parameters = parameters.map { ($0.label.filter { $0 != "`" }, $0.type) }
  }

  private static let operatorPrefix = "operator "

  /// Nil for a function without a subject, such as `applies(to:)`.
  init?(_ function: FunctionDeclSyntax, _ renamer: SubjectRenamer) {
    let isOfClass = function.modifiers.contains {
      [.keyword(.class), .keyword(.static)].contains($0.name.tokenKind)
    }
    guard let subject = function.signature.parameterClause.parameters.first,
      subject.firstName.text == "_", !isOfClass
    else { return nil }
    let name = function.name.text.filter { $0 != "`" }
    let takesType = subject.type.trimmedDescription.hasSuffix(".Type")
    self.init(
      takesType: takesType, methodName: name,
      parameters: function.signature.parameterClause.parameters.dropFirst().map {
        ($0.firstName.text, renamer.rename($0.type))
      })
  }

  public func name(typed: Bool) -> RequirementName {
    let list =
      typed
      ? parameters.map { "\($0.label): \($0.type)" }.joined(separator: ", ")
      : parameters.map { $0.label + ":" }.joined()
    return RequirementName("\(isStatic ? "static " : "")\(baseName)(\(list))")
  }

  /// The names. They include types only if methods of the class share a name,
  /// or if that is requested.
  static func names(of methods: [RequirementMethodName], typed: Bool) -> [RequirementName] {
    methods.map { method in
      let name = method.name(typed: false)
      let isOverloaded = methods.count { $0.name(typed: false) == name } > 1
      return method.name(typed: typed || isOverloaded)
    }
  }

  /// A name as an identifier, which generated code checks with the compiler.
  public static func symbol(_ name: String) -> String {
    let characters = name.unicodeScalars.map { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_"
        ? String(scalar) : "_\(String(scalar.value, radix: 16))"
    }
    return "_" + characters.joined()
  }
}
