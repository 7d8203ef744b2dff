// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors
import SwiftSyntax

/// The name in records of a requirement's method in a class `PExtension`: the
/// method's name without the subject.
///
/// `@Extensible` and `@Extension` both make it, each from the declaration that it
/// sees.
public struct RequirementMethodName {
  private let isStatic: Bool
  private let baseName: String
  private let parameters: [(label: String, type: String)]

  /// Creates a name.
  ///
  /// - Parameters:
  ///   - takesType: whether the subject is a type. The name says so for all but
  ///     `init`: a class's method does not show whether it stands for an initialiser
  ///     or for a static method of that name.
  ///   - methodName: `greet`, `setName`, `init`, `operator +`.
  ///   - parameters: the method's parameters without the subject.
  public init(takesType: Bool, methodName: String, parameters: [(label: String, type: String)]) {
    isStatic = takesType && methodName != "init"
    baseName =
      methodName.hasPrefix(Self.operatorPrefix)
      ? String(methodName.dropFirst(Self.operatorPrefix.count)) : methodName
    // Backticks are not part of a name.
    self.parameters = parameters.map { ($0.label.filter { $0 != "`" }, $0.type) }
  }

  private static let operatorPrefix = "operator "

  /// Nil for a function without a subject, such as `applies(to:)`.
  init?(_ function: FunctionDeclSyntax, _ renamer: SubjectRenamer) {
    let isOfClass = function.modifiers.has(.class) || function.modifiers.has(.static)
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
      ? parameters.map { "\($0.label): \(Self.short($0.type))" }.joined(separator: ", ")
      : parameters.map { $0.label + ":" }.joined()
    return RequirementName("\(isStatic ? "static " : "")\(baseName)(\(list))")
  }

  /// A type without `Subject` before an associated type, which a class can leave out.
  private static func short(_ type: String) -> String {
    guard type.contains("Subject.") else { return type }
    return type.replacing(#/\bSubject\.(?!Type\b)/#, with: "")
  }

  /// The names.
  ///
  /// They include types if methods of the class share a name, or if types are
  /// requested.
  static func names(of methods: [RequirementMethodName], typed: Bool) -> [RequirementName] {
    methods.map { method in
      let name = method.name(typed: false)
      let isOverloaded = methods.count { $0.name(typed: false) == name } > 1
      return method.name(typed: typed || isOverloaded)
    }
  }

  /// The identifier for a name, through which generated code has the compiler check
  /// it.
  public static func symbol(_ name: String) -> String {
    let characters = name.unicodeScalars.map { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_"
        ? String(scalar) : "_\(String(scalar.value, radix: 16))"
    }
    return "_" + characters.joined()
  }
}
