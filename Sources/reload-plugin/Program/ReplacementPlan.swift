// SPDX-License-Identifier: Apache-2.0

import Foundation
import SwiftSyntax

/// The replacements that take a running program to another version of its sources.
///
/// These are the declarations that differ from what runs, those that mention a
/// declaration with another signature or other default arguments, and the new
/// declarations that they mention: an earlier library has these too, but each library
/// stands alone.
struct ReplacementPlan {
  /// A conformance that is new since the build.
  struct Conformance: Hashable {
    let path: String
    let identity: Declaration.Identity
  }

  private struct File {
    var replaced: [Declaration] = []
    var added: [Declaration] = []
  }

  /// A declaration whose change concerns those that mention it.
  private struct Cause {
    let path: String
    let declaration: Declaration
    /// The difference for callers; nil for a new declaration, which built code can do
    /// without.
    let difference: String?
  }

  /// The reasons in a file's own changes why it can't be taken, by its path.
  private var own: [String: [String]] = [:]
  /// The reasons in code that mentions what a file changes.
  private var ofUsers: [String: [String]] = [:]
  /// The titles of the declarations that are compiled, by the file's path.
  private(set) var titles: [String: [String]] = [:]

  private let program: ProgramView
  private let running: ProgramSources
  /// The texts of conformances that libraries have added, whether or not they are still wanted.
  private let loaded: [Conformance: String]
  private var files: [String: File] = [:]
  /// The changes since the program was built.
  private var changes: [String: FileChanges] = [:]
  private var included: Set<String> = []
  private var forms: [String: [CallForm]] = [:]

  init(
    from running: ProgramSources, to target: ProgramSources, builtFrom built: ProgramSources,
    of modules: [ProgramModule], reading cache: SourceCache, having loaded: [Conformance: String]
  ) {
    program = ProgramView(built: built, target: target, modules: modules, cache: cache)
    (self.running, self.loaded) = (running, loaded)
    for path in target.changes(from: built) {
      let found = FileChanges(
        from: program.reader(path, in: built), to: program.reader(path, in: target))
      changes[path] = found
      let view = program
      do throws(Obstacle) {
        forms[path] = try CallForm.forms(for: found) { view.namesakes(of: $0, in: path) }
      } catch {
        refuse(path, "\(program.name(path)): a function \(error.reason)")
      }
    }
    for path in target.changes(from: running) {
      let delta = FileChanges(
        from: program.reader(path, in: running), to: program.reader(path, in: target))
      if !delta.isEmpty { take(delta, of: path) }
    }
  }

  var isEmpty: Bool { files.isEmpty }

  /// The reasons why files can't be taken, by path.
  ///
  /// Another file can be what mentions a change, and not be taken itself: as long as there are
  /// such files, only these have to go.
  var problems: [String: [String]] {
    own.isEmpty ? ofUsers : own.merging(ofUsers.filter { own[$0.key] != nil }) { $0 + $1 }
  }

  /// The texts of the conformances that it adds.
  var conformances: [Conformance: String] {
    let added = files.flatMap { path, file in
      file.added.filter { $0.kind == .conformance }.map {
        (Conformance(path: path, identity: $0.identity), $0.syntax.tokenText)
      }
    }
    return Dictionary(added) { first, _ in first }
  }

  // MARK: The changed files

  private mutating func take(_ delta: FileChanges, of path: String) {
    for problem in changes[path]?.problems ?? [] {
      refuse(path, "\(program.name(path)):\(problem.line): \(problem.text)")
    }
    for declaration in delta.added where changes[path]?.isOld(declaration) == false {
      judge(declaration, in: path)
    }
    for declaration in delta.added + delta.withdrawn + delta.defaults.map(\.new)
    where declaration.isUsedWithoutName && changes[path]?.isPartOfAddition(declaration) != true {
      let place = "\(program.name(path)):\(declaration.line): \(declaration.title)"
      refuse(path, "\(place) is used without its name, so nothing tells where")
    }
    for declaration in delta.replaced where changes[path]?.isUntraceable(declaration) == true {
      let place = "\(program.name(path)):\(declaration.line): \(declaration.title)"
      refuse(path, "\(place) is new since an earlier save, and no name tells what uses it")
    }
    guard own[path] == nil && ofUsers[path] == nil else { return }
    for addition in changedAdditions(of: path) { include(addition, in: path, because: nil) }
    for declaration in delta.replaced + delta.added {
      include(declaration, in: path, because: nil)
    }
    for declaration in delta.added {
      spread(Cause(path: path, declaration: declaration, difference: nil))
    }
    for (_, declaration) in delta.defaults {
      note(declaration, in: path)
      let what = "has other default arguments"
      spread(Cause(path: path, declaration: declaration, difference: what))
    }
    for declaration in delta.withdrawn { withdraw(declaration, from: path) }
  }

  /// The additions since the build that differ from those that run, also in a part that a built
  /// declaration could not change.
  private func changedAdditions(of path: String) -> [Declaration] {
    let before = Dictionary(
      program.reader(path, in: running).declarations.map { ($0.identity, $0.syntax.tokenText) },
      uniquingKeysWith: { first, _ in first })
    return (changes[path]?.added ?? []).filter { addition in
      before[addition.identity].map { $0 != addition.syntax.tokenText } ?? false
    }
  }

  private mutating func withdraw(_ declaration: Declaration, from path: String) {
    // An earlier addition has no form in built code.
    guard changes[path]?.isOld(declaration) == true else {
      return spread(Cause(path: path, declaration: declaration, difference: nil))
    }
    let reader = program.reader(path, in: program.target)
    let isThere = reader.declarations.contains { $0.hasSameName(as: declaration) }
    let cause = Cause(
      path: path, declaration: declaration,
      difference: isThere ? "has another signature" : "is gone")
    if let place = program.requirement(like: declaration, in: path) {
      refuse(cause, "\(place) requires it")
    }
    if let place = program.override(of: declaration) { refuse(cause, "\(place) overrides it") }
    spread(cause)
  }

  /// Refuses additions that built code would have to know.
  private mutating func judge(_ declaration: Declaration, in path: String) {
    // A type that is new is compiled again with its members.
    if changes[path]?.isPartOfAddition(declaration) == true { return }
    let place = "\(program.name(path)):\(declaration.line): \(declaration.title)"
    if let user = program.requirement(like: declaration, in: path) {
      refuse(path, "\(place) may be what \(user) requires, and the type was built without it")
    }
    if declaration.kind == .typeHead, let other = program.builtFile(of: declaration, besides: path)
    {
      refuse(path, "\(place) was built from \(other), and a type can't move")
    }
  }

  private mutating func refuse(_ path: String, _ reason: String) {
    if own[path]?.contains(reason) != true { own[path, default: []].append(reason) }
  }

  private mutating func refuse(_ cause: Cause, _ reason: String) {
    guard let difference = cause.difference else { return }
    let place = "\(program.name(cause.path)):\(line(of: cause)): \(cause.declaration.title)"
    let text = "\(place) \(difference), and \(reason)"
    if ofUsers[cause.path]?.contains(text) != true { ofUsers[cause.path, default: []].append(text) }
  }

  private func line(of cause: Cause) -> Int {
    let declarations = program.reader(cause.path, in: program.target).declarations
    let new = declarations.first { $0.hasSameName(as: cause.declaration) }
    return (new ?? cause.declaration).line
  }

  private mutating func note(_ declaration: Declaration, in path: String) {
    if titles[path]?.contains(declaration.title) != true {
      titles[path, default: []].append(declaration.title)
    }
  }

  // MARK: What depends on them

  /// Includes the declarations that mention what has changed.
  private mutating func spread(_ cause: Cause) {
    for (path, declaration) in program.users(of: cause.declaration, in: cause.path) {
      include(declaration, in: path, because: cause)
    }
  }

  private mutating func include(
    _ declaration: Declaration, in path: String, because cause: Cause?
  ) {
    let addition = changes[path]?.addition(holding: declaration)
    let unit = addition ?? declaration
    if let cause, cause.difference != nil, !cause.declaration.isCallable {
      return refuse(cause, "\(program.name(path)):\(declaration.line) mentions it")
    }
    let key = "\(path):\(unit.syntax.position.utf8Offset)"
    guard included.insert(key).inserted else { return }
    if addition != nil {
      if let reason = secondConformance(unit, in: path) { return refuse(path, reason) }
      files[path, default: File()].added.append(unit)
    } else if let reason = reasonNotToReplace(unit, in: path) {
      // A cause that built code can do without says nothing for the next one.
      included.remove(key)
      let place = "\(program.name(path)):\(unit.line)"
      if let cause { return refuse(cause, "\(place) mentions it, which \(reason)") }
      return refuse(path, "\(place): \(unit.title) \(reason)")
    } else {
      files[path, default: File()].replaced.append(unit)
    }
    note(unit, in: path)
    if addition != nil { spread(Cause(path: path, declaration: unit, difference: nil)) }
    for (other, changes) in changes {
      for addition in changes.added where program.uses(unit, in: path, addition, in: other) {
        include(addition, in: other, because: nil)
      }
    }
  }

  private func reasonNotToReplace(_ declaration: Declaration, in path: String) -> String? {
    switch declaration.kind {
    case .function, .initializer, .computed, .subscript, .observed: break
    case .stored: return "has it in its initial value"
    case .statement: return "runs as the program starts"
    case .deinitializer: return "can't be replaced"
    default: return "takes a build"
    }
    if let lock = declaration.lock { return lock }
    var writer = program.writer(path)
    do throws(Obstacle) { try writer.replace(declaration) } catch { return error.reason }
    return nil
  }

  /// The reason why a conformance that an earlier library added can't be added again
  /// in another form: the process would go on with the first.
  private func secondConformance(_ declaration: Declaration, in path: String) -> String? {
    guard declaration.kind == .conformance,
      let before = loaded[Conformance(path: path, identity: declaration.identity)],
      before != declaration.syntax.tokenText
    else { return nil }
    let added = changes.values.flatMap(\.added).filter { $0.kind == .protocolDeclaration }
    if declaration.inherited.allSatisfy({ name in added.contains { $0.baseName == name } }) {
      return nil
    }
    return "\(program.name(path)):\(declaration.line): \(declaration.title) is new since an "
      + "earlier save, and a conformance can't be made twice"
  }

  // MARK: The text

  /// The files of replacements, by the module whose code they replace.
  ///
  /// - Parameter number: the version's number.
  func sources(number: Int) throws(Problem) -> [(module: ProgramModule, files: [String])] {
    var sources: [(ProgramModule, [String])] = []
    var imports: [String] = []
    var count = 0
    for module in program.modules {
      var texts: [String] = []
      var pending = forms(for: module)
      for (path, file) in files.sorted(by: { $0.key < $1.key }) where module.holds(path) {
        var writer = program.writer(path, number: count)
        do throws(Obstacle) {
          for declaration in file.replaced { try writer.replace(declaration) }
        } catch { throw Problem("\(program.name(path)): \(error.reason)") }
        for declaration in file.added { writer.add(declaration) }
        for form in pending.removeValue(forKey: path) ?? [] { writer.add(form) }
        count = writer.number
        texts.append(writer.file(importing: imports))
      }
      for (path, forms) in pending.sorted(by: { $0.key < $1.key }) {
        var writer = program.writer(path)
        for form in forms { writer.add(form) }
        texts.append(writer.file(importing: imports))
      }
      guard !texts.isEmpty else { continue }
      sources.append((module, texts))
      imports.append("\(module.name)__\(number)")
    }
    return sources
  }

  /// The forms of calls that a module's replacements mention, by the file that declares
  /// what is called.
  private func forms(for module: ProgramModule) -> [String: [CallForm]] {
    let users = files.filter { module.holds($0.key) }
    var mentioned: [String: [CallForm]] = [:]
    for (path, forms) in forms {
      let found = forms.filter { form in
        if form.isForOtherModules && module.holds(path) { return false }
        return users.contains { user, file in
          (file.replaced + file.added).contains {
            program.uses($0, in: user, form.origin, in: path)
          }
        }
      }
      if !found.isEmpty { mentioned[path] = found }
    }
    return mentioned
  }
}
