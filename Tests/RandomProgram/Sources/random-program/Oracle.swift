// SPDX-License-Identifier: Apache-2.0

import Graft
import RandomProtocols

/// The rules of docs/resolution.md and docs/advice.md, and nothing of the library.
struct Oracle {
  struct Link {
    enum Style {
      case terminal, passing, twice
    }

    let name: String
    let tag: String
    let priority: Int
    let constraints: Set<String>
    let style: Style
    let requirements: Set<Requirement>
    var isAdvice = false
    var isOfPlugin = false

    var isRefined: Bool { constraints.contains("Host") }

    func answers(_ requirement: Requirement, _ type: SubjectType) -> Bool {
      requirements.contains(requirement)
        && constraints.isSubset(of: type.traits(for: requirement))
    }
  }

  /// What is further outside first.
  enum Layer {
    case link(Link)
    case pointcut
    case guarding
    case advice(Installed)
  }

  final class Installed {
    let advice: Advice
    let world: World
    let scope: Advice.Scope
    /// The type or object for which it is; none for every subject.
    let target: String
    let depth: Int
    var isThere = true

    init(
      _ advice: Advice, of world: World, _ scope: Advice.Scope, target: String, depth: Int
    ) {
      self.advice = advice
      self.world = world
      self.scope = scope
      self.target = target
      self.depth = depth
    }
  }

  /// A requirement of a type.
  private struct Key: Hashable {
    let type: ObjectIdentifier
    let requirement: Requirement
  }

  var installed: [Installed] = []
  private(set) var blocked: Set<String> = []
  /// Whether the plug-in's image is active.
  private(set) var hasPlugin = false
  private var chains: [Key: [Link]] = [:]
  private var advisedClasses: [Key: [Link]] = [:]

  mutating func block(_ name: String) {
    blocked.insert(name)
    forget()
  }

  mutating func unblock(_ name: String) {
    blocked.remove(name)
    forget()
  }

  mutating func setPlugin(isThere: Bool) {
    hasPlugin = isThere
    forget()
  }

  private mutating func forget() {
    chains = [:]
    advisedClasses = [:]
  }
}

// Who answers, and who follows.
extension Oracle {
  /// Those that count and apply.
  private func links(_ requirement: Requirement, _ type: SubjectType, areAdvice: Bool) -> [Link] {
    type.world.links.filter {
      $0.isAdvice == areAdvice && !blocked.contains($0.name) && (hasPlugin || !$0.isOfPlugin)
        && $0.answers(requirement, type)
    }
  }

  mutating func chain(_ requirement: Requirement, _ type: SubjectType) -> [Link] {
    let key = Key(type: ObjectIdentifier(type), requirement: requirement)
    if let chain = chains[key] { return chain }
    var remaining = links(requirement, type, areAdvice: false)
    var chain: [Link] = []
    while !remaining.isEmpty {
      let first = Self.first(of: remaining)
      if first.count == 1 { chain.append(first[0]) }
      // In conflict: what stands below every one of them is next.
      remaining = remaining.filter { link in
        first.allSatisfy {
          $0.tag != link.tag && ($0.isOfPlugin != link.isOfPlugin || Self.isBefore($0, link))
        }
      }
    }
    chains[key] = chain
    return chain
  }

  /// Those that nothing precedes: the plug-in's, else the program's, of which those are first that a
  /// plug-in's has to follow.
  private static func first(of links: [Link]) -> [Link] {
    let maximal = links.filter { link in !links.contains { isBefore($0, link) } }
    let ofPlugin = maximal.filter(\.isOfPlugin)
    if !ofPlugin.isEmpty { return ofPlugin }
    let early = maximal.filter { link in links.contains { $0.isOfPlugin && isBefore(link, $0) } }
    return early.isEmpty ? maximal : early
  }

  /// By the rules other than *plug-in*.
  static func isBefore(_ first: Link, _ second: Link) -> Bool {
    if first.priority != second.priority { return first.priority > second.priority }
    if first.isRefined != second.isRefined { return first.isRefined }
    return second.constraints.isStrictSubset(of: first.constraints)
  }

  private mutating func classAdvice(_ requirement: Requirement, _ type: SubjectType) -> [Link] {
    let key = Key(type: ObjectIdentifier(type), requirement: requirement)
    if let found = advisedClasses[key] { return found }
    let found = links(requirement, type, areAdvice: true)
    advisedClasses[key] = found
    return found
  }

  /// Of a call on a subject, from the outside in.
  ///
  /// - Parameter type: whose extensions answer.
  mutating func layers(
    _ requirement: Requirement, _ subject: Subject, as type: SubjectType
  ) -> [Layer] {
    // Precedence, kind, scope, depth of the class, classes before closures, those of tasks last,
    // age or name.
    typealias Order = (Int, Int, Int, Int, Int, Int)
    var layers: [(Order, String, Layer)] = []
    for one in installed
    where one.isThere && one.advice.requirement == requirement
      && one.world === type.world
    {
      let isFor =
        switch one.scope {
        case .everySubject: true
        case .subclasses:
          one.target == type.name || type.superclasses.contains(one.target)
        case .type: one.target == type.name
        // Its closures may take an object of its class, which another superclass has not.
        case .object: type === subject.type && one.target == "\(subject.number)"
        }
      guard isFor else { continue }
      let kind =
        switch one.advice.kind {
        case .after: 0
        case .before: 1
        default: 2
        }
      layers.append(
        (
          (
            -one.advice.precedence, kind, one.scope.rawValue, one.depth,
            one.advice.taskScope == nil ? 1 : 2, one.advice.id
          ), "", .advice(one)
        ))
    }
    for link in classAdvice(requirement, type) {
      layers.append(((-link.priority, 2, 0, 0, 0, 0), link.name, .link(link)))
    }
    if requirement.isLogged, type.world.canBeAdvised,
      !blocked.contains("RandomExtensions.CallLog")
    {
      layers.append(((0, 2, 0, 0, 0, 0), "RandomExtensions.CallLog", .pointcut))
    }
    if requirement.isGuarded, type.world.canBeAdvised,
      !blocked.contains("RandomExtensions.CallGuard")
    {
      layers.append(((0, 2, 0, 0, 0, 0), "RandomExtensions.CallGuard", .guarding))
    }
    return layers.sorted { $0.0 == $1.0 ? $0.1 < $1.1 : $0.0 < $1.0 }.map(\.2)
  }
}
