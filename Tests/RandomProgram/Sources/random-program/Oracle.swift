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

    var isRefined: Bool { constraints.contains("Host") }

    func answers(_ requirement: Requirement, _ traits: Set<String>) -> Bool {
      requirements.contains(requirement) && constraints.isSubset(of: traits)
    }
  }

  /// What is further outside first.
  enum Layer {
    case link(Link)
    case pointcut
    case advice(Installed)
  }

  final class Installed {
    let advice: Advice
    let scope: Advice.Scope
    /// The type or object for which it is; none for every subject.
    let target: String
    let depth: Int
    var isThere = true

    init(_ advice: Advice, _ scope: Advice.Scope, target: String, depth: Int) {
      self.advice = advice
      self.scope = scope
      self.target = target
      self.depth = depth
    }
  }

  var blocked: Set<String> = []
  var installed: [Installed] = []
  private var chains: [String: [Link]] = [:]

  mutating func block(_ name: String) {
    blocked.insert(name)
    chains = [:]
  }

  mutating func unblock(_ name: String) {
    blocked.remove(name)
    chains = [:]
  }
}

// Who answers, and who follows.
extension Oracle {
  mutating func chain(_ requirement: Requirement, _ subject: Subject) -> [Link] {
    let key = requirement.rawValue + " " + subject.type.name
    if let chain = chains[key] { return chain }
    var remaining = Link.all.filter {
      !$0.isAdvice && !blocked.contains($0.name) && $0.answers(requirement, subject.type.traits)
    }
    var chain: [Link] = []
    while !remaining.isEmpty {
      let first = remaining.filter { link in !remaining.contains { Self.isBefore($0, link) } }
      if first.count == 1 { chain.append(first[0]) }
      // In conflict: what stands below every one of them is next.
      remaining = remaining.filter { link in first.allSatisfy { Self.isBefore($0, link) } }
    }
    chains[key] = chain
    return chain
  }

  static func isBefore(_ first: Link, _ second: Link) -> Bool {
    if first.priority != second.priority { return first.priority > second.priority }
    if first.isRefined != second.isRefined { return first.isRefined }
    return second.constraints.isStrictSubset(of: first.constraints)
  }

  func classAdvice(_ requirement: Requirement, _ subject: Subject) -> [Link] {
    Link.all.filter {
      $0.isAdvice && !blocked.contains($0.name) && $0.answers(requirement, subject.type.traits)
    }
  }

  /// Of a call on a subject, from the outside in.
  func layers(_ requirement: Requirement, _ subject: Subject) -> [Layer] {
    // Precedence, kind, scope, depth of the class, classes before closures, age or name.
    typealias Order = (Int, Int, Int, Int, Int)
    var layers: [(Order, String, Layer)] = []
    for one in installed where one.isThere && one.advice.requirement == requirement {
      let isFor =
        switch one.scope {
        case .everySubject: true
        case .subclasses:
          one.target == subject.type.name
            || subject.type.superclasses.contains(one.target)
        case .type: one.target == subject.type.name
        case .object: one.target == "\(subject.number)"
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
          (-one.advice.precedence, kind, one.scope.rawValue, one.depth, one.advice.id + 1), "",
          .advice(one)
        ))
    }
    for link in classAdvice(requirement, subject) {
      layers.append(((-link.priority, 2, 0, 0, 0), link.name, .link(link)))
    }
    if requirement.isLogged, !blocked.contains("RandomExtensions.CallLog") {
      layers.append(((0, 2, 0, 0, 0), "RandomExtensions.CallLog", .pointcut))
    }
    return layers.sorted { $0.0 == $1.0 ? $0.1 < $1.1 : $0.0 < $1.0 }.map(\.2)
  }
}

extension Oracle.Link {
  private static let every = Set(Requirement.allCases)

  private static func some(from start: Int, by step: Int) -> Set<Requirement> {
    Set(
      stride(from: start, to: Requirement.allCases.count, by: step).map {
        Requirement.allCases[$0]
      })
  }

  private init(
    _ name: String, _ tag: String, _ constraints: Set<String>, priority: Int = 0,
    _ style: Style = .passing, _ requirements: Set<Requirement> = every, isAdvice: Bool = false
  ) {
    self.init(
      name: "RandomExtensions." + name, tag: tag, priority: priority, constraints: constraints,
      style: style, requirements: requirements, isAdvice: isAdvice)
  }

  /// The classes of the module `RandomExtensions`.
  static let all: [Self] = [
    Self("Ground", "G", [], .terminal),
    Self("Fallback", "B", [], priority: -1, .terminal),
    Self("OfNamed", "N", ["Named"]),
    Self("OfAged", "A", ["Aged"]),
    Self("OfBoth", "O", ["Named", "Aged"], .passing, Set(Requirement.allCases.prefix(8))),
    Self("OfHost", "H", ["Host"], .twice, some(from: 0, by: 2)),
    Self("OfAnimal", "M", ["Animal"], .passing, some(from: 1, by: 3)),
    Self("Small", "S", ["small"], priority: 2, .passing, some(from: 0, by: 3)),
    Self("Festive", "F", ["Aged"], priority: 10, .twice, some(from: 2, by: 4)),
    Self("Curt", "C", [], .passing, isAdvice: true),
    Self("Polite", "P", ["Named"], priority: 1, .passing, isAdvice: true),
  ]
}
