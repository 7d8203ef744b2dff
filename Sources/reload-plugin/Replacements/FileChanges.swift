// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// The differences between two versions of a file.
struct FileChanges {
  /// The changed declarations in their newer form.
  private(set) var replaced: [Declaration] = []
  /// The new declarations; members of a new type or extension are added with it.
  private(set) var added: [Declaration] = []
  /// The declarations that are gone for callers, in their older form.
  private(set) var withdrawn: [Declaration] = []
  /// The functions and initialisers with other default arguments, in both forms.
  private(set) var defaults: [(old: Declaration, new: Declaration)] = []
  private(set) var problems: [Problem] = []

  /// A reason why a change requires a new build.
  struct Problem {
    let line: Int
    let text: String
  }

  private let old: [Declaration.Identity: Declaration]
  private let new: [Declaration.Identity: Declaration]

  init(from before: SourceReader, to after: SourceReader) {
    old = Self.table(before.declarations)
    new = Self.table(after.declarations)
    var wholes: [Range<AbsolutePosition>] = []
    var seen: Set<Declaration.Identity> = []
    for declaration in after.declarations where seen.insert(declaration.identity).inserted {
      let place = declaration.syntax.position
      if wholes.contains(where: { $0.contains(place) }) { continue }
      guard let former = old[declaration.identity] else {
        if add(declaration) {
          wholes.append(place..<declaration.syntax.endPosition)
        }
        continue
      }
      if former.body != declaration.body { change(declaration) }
      if former.defaults != declaration.defaults { defaults.append((former, declaration)) }
    }
    for declaration in before.declarations where new[declaration.identity] == nil {
      remove(declaration)
    }
    if problems.isEmpty { compareOrder(before.declarations, after.declarations) }
  }

  /// Whether the older version has the declaration.
  func isOld(_ declaration: Declaration) -> Bool { old[declaration.identity] != nil }

  /// The addition that a declaration is, or is in.
  func addition(holding declaration: Declaration) -> Declaration? {
    let place = declaration.syntax.position
    return added.first { ($0.syntax.position..<$0.syntax.endPosition).contains(place) }
  }

  /// Whether a declaration is in a new type or extension.
  func isPartOfAddition(_ declaration: Declaration) -> Bool {
    addition(holding: declaration).map { $0.identity != declaration.identity } ?? false
  }

  /// Whether a declaration is new and no name tells what uses it.
  func isUntraceable(_ declaration: Declaration) -> Bool {
    declaration.kind == .subscript && declaration.names.isEmpty
      && addition(holding: declaration)?.identity == declaration.identity
  }

  /// The names that other code may mention and whose meaning changes.
  var names: Set<String> {
    Set((added + withdrawn + defaults.map(\.new)).flatMap(\.names))
  }

  var isEmpty: Bool {
    replaced.isEmpty && added.isEmpty && withdrawn.isEmpty && defaults.isEmpty && problems.isEmpty
  }

  private mutating func compareOrder(_ before: [Declaration], _ after: [Declaration]) {
    let isScript = after.contains { $0.kind == .statement }
    for type in Set(after.map(\.scope.type)) {
      func ordered(_ list: [Declaration]) -> [Declaration] {
        list.filter { $0.scope.type == type && $0.hasOrder(inScript: isScript) }
      }
      let (older, newer) = (ordered(before), ordered(after))
      // One of several equal statements.
      let longer = older.count > newer.count ? older : newer
      if let rest = longer.dropFirst(min(older.count, newer.count)).first, rest.kind == .statement {
        if older.count > newer.count { remove(rest) } else { _ = add(rest) }
      }
      for (first, second) in zip(older, newer) where first.identity != second.identity {
        let what =
          switch second.kind {
          case .enumerationCase: "the cases of \(type ?? "") are in another order"
          case .statement: "the statements are in another order"
          default:
            type.map { "the stored properties of \($0) are in another order" }
              ?? "the variables are in another order"
          }
        let why = type == nil ? "and ran as the program started" : "which changes the layout"
        refuse(second, "\(what), \(why)")
        break
      }
    }
  }

  private static func table(_ list: [Declaration]) -> [Declaration.Identity: Declaration] {
    Dictionary(list.map { ($0.identity, $0) }, uniquingKeysWith: { first, _ in first })
  }

  // MARK: Kinds

  private mutating func change(_ declaration: Declaration) {
    let title = declaration.title
    switch declaration.kind {
    case .function, .initializer, .computed, .subscript, .observed:
      if let reason = declaration.lock {
        refuse(declaration, "\(title) \(reason)")
      } else {
        replaced.append(declaration)
      }
    case .stored:
      refuse(declaration, "\(title) has another initial value, and keeps its present value")
    case .deinitializer:
      refuse(declaration, "\(title) can't be replaced, as the language has it")
    case .protocolDeclaration:
      refuse(declaration, "the protocol \(title) has other requirements, and its conformances not")
    case .enumerationCase:
      refuse(declaration, "\(title) has another raw value, which is in built code")
    case .typeHead, .conformance, .alias, .statement, .other:
      refuse(declaration, "\(title) has changed")
    }
  }

  /// Adds a new declaration.
  ///
  /// - Returns: whether its members are added with it.
  private mutating func add(_ declaration: Declaration) -> Bool {
    let title = declaration.title
    let isMember = declaration.scope.type != nil
    let isStatic = declaration.isStatic
    switch declaration.kind {
    case _ where !declaration.modifiers.isDisjoint(with: ["override", "required"]):
      refuse(declaration, "\(title) is a new override, and the class was built without it")
    case .stored(isMutable: false) where !isMember || isStatic: added.append(declaration)
    case .stored where !isMember || isStatic, .observed where !isMember || isStatic:
      refuse(declaration, "\(title) is a new variable, and would lose its value at each change")
    case .stored, .observed:
      refuse(declaration, "\(title) is a new stored property, and changes the layout of memory")
    case .enumerationCase:
      refuse(declaration, "\(title) is a new case, and changes the layout of memory")
    case .deinitializer: refuse(declaration, "\(title) is new, and the type was built without it")
    case .statement: refuse(declaration, "a statement is new, which runs as the program starts")
    case .other: refuse(declaration, "\(title) … is new, and only a build knows what it means")
    case .typeHead where old.values.contains { $0.hasSameName(as: declaration) }:
      refuse(declaration, "\(title) is declared in another way")
    case .typeHead, .conformance, .protocolDeclaration:
      if !declaration.attributes.isDisjoint(with: Self.recording) {
        refuse(declaration, "\(title) is a new extension or advice, and takes a build")
      } else {
        added.append(declaration)
      }
      return true
    case .initializer where !declaration.delegates:
      refuse(
        declaration,
        "\(title) is a new initialiser that calls no other, and no extension can have one")
    case .alias, .function, .initializer, .computed, .subscript: added.append(declaration)
    }
    return false
  }

  /// The macros that write records.
  ///
  /// An image has its own records, so they can't be added later.
  private static let recording: Set = ["Extension", "Advice", "Extensible", "Plugin", "Courier"]

  private mutating func remove(_ declaration: Declaration) {
    let title = declaration.title
    switch declaration.kind {
    case .stored
    where declaration.scope.type != nil && !declaration.isStatic:
      refuse(declaration, "the stored property \(title) is gone or has another type")
    case .observed: refuse(declaration, "the stored property \(title) is declared in another way")
    case .enumerationCase: refuse(declaration, "the case \(title) is gone or has another form")
    case .deinitializer: refuse(declaration, "\(title) is gone, and still runs")
    case .conformance: refuse(declaration, "the conformances of \(title) are others")
    case .statement: refuse(declaration, "a statement is gone, which ran as the program started")
    case .other: refuse(declaration, "\(title) … is gone or another")
    case .function, .initializer, .computed, .subscript:
      if declaration.modifiers.contains("override") {
        refuse(declaration, "the override \(title) is gone, and the class still has it")
      } else if declaration.kind == .subscript {
        refuse(declaration, "\(title) is gone or another, and no name tells what uses it")
      } else {
        withdrawn.append(declaration)
      }
    case .typeHead where new.values.contains { $0.hasSameName(as: declaration) }: break
    case .typeHead, .protocolDeclaration, .alias, .stored: withdrawn.append(declaration)
    }
  }

  private mutating func refuse(_ declaration: Declaration, _ text: String) {
    problems.append(Problem(line: declaration.line, text: text))
  }
}

extension Declaration {
  /// Whether built code depends on its place among its like.
  fileprivate func hasOrder(inScript isScript: Bool) -> Bool {
    switch kind {
    case .enumerationCase, .statement: true
    case .stored, .observed: scope.type == nil ? isScript : !isStatic
    default: false
    }
  }

  private static let locks = [
    "inlinable": "is @inlinable: its body is in its callers",
    "_transparent": "is @_transparent: its body is in its callers",
    "_alwaysEmitIntoClient": "is @_alwaysEmitIntoClient: its body is in its callers",
    "Advisable": "is @Advisable: a macro writes its body",
    "c": "is @c: C calls it without looking for a replacement",
    "_cdecl": "is @_cdecl: C calls it without looking for a replacement",
    "_silgen_name": "is @_silgen_name: it is called by its symbol",
  ]

  /// The reason why its body can't be replaced; nil if it can.
  var lock: String? {
    for (name, reason) in Self.locks where attributes.contains(name) { return reason }
    if scope.isUnreachable { return "is in a type that no extension can name" }
    if hasOpaqueResult { return "has an opaque result: its callers know the type" }
    if kind == .observed {
      if scope.type == nil || isStatic {
        return "is a global or static variable: the language replaces observers of members only"
      }
      if setsItself {
        return "sets itself in its observer, which in a replacement would observe that, too"
      }
    }
    if kind == .initializer && scope.isClass && !delegates {
      return "is a designated initialiser of a class or an actor, which no extension can have"
    }
    return nil
  }

  /// Whether it is an initialiser that calls another one, or assigns to `self`.
  fileprivate var delegates: Bool {
    syntax.as(InitializerDeclSyntax.self)?.body?.delegates == true
  }

  private var hasOpaqueResult: Bool {
    let type: Syntax? =
      switch syntax.as(SyntaxEnum.self) {
      case .functionDecl(let node): node.signature.returnClause.map(Syntax.init)
      case .subscriptDecl(let node): Syntax(node.returnClause)
      case .variableDecl(let node): node.bindings.first?.typeAnnotation.map(Syntax.init)
      default: nil
      }
    return type?.mentions("some") == true
  }

  /// Whether an observer may set its own property.
  private var setsItself: Bool {
    let tokens =
      syntax.as(VariableDeclSyntax.self)?.bindings.first?.accessorBlock?
      .tokens(viewMode: .sourceAccurate).map(\.text.withoutBackticks) ?? []
    return tokens.indices.contains { index in
      guard tokens[index] == plainName, tokens.indices.contains(index + 1) else { return false }
      let next = tokens[index + 1]
      let isAssigned = next.hasSuffix("=") && !["==", "!=", "<=", ">=", "==="].contains(next)
      return isAssigned || [".", "[", "?", "!"].contains(next)
        || index > 0 && tokens[index - 1] == "&"
    }
  }
}
