// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// In which order the extensions of files would be asked for a requirement, as far
/// as names tell.
public struct NamedChain: Hashable, Sendable {
  public var protocolName: String
  public var requirement: RequirementName
  public var steps: [Step]

  public struct Step: Hashable, Sendable {
    public var descriptor: LocatedDescriptor
    /// From 1; equal for those of which names do not tell which comes first.
    public var position: Int
    public var standing: Standing
  }

  /// What puts an extension where it stands.
  public enum Standing: Hashable, Sendable {
    /// It comes before those of the next position.
    case before(NamedOrder.Rule)
    /// Nothing stands below it.
    case last
    /// The types decide between it and these.
    case undecided(with: [LocatedDescriptor])
    /// It and these are passed over.
    case conflict(with: [LocatedDescriptor])
    /// Passed over: it does not stand below all of a conflict.
    case belowConflict
  }

  /// The chains of all protocols and requirements, ordered by name. Each extension
  /// should be there once.
  static func all(of descriptors: [LocatedDescriptor]) -> [NamedChain] {
    let extensions = descriptors.filter { $0.descriptor.kind == .extension }
    let protocols = Dictionary(grouping: extensions, by: \.descriptor.protocolName)
    return protocols.sorted { $0.key < $1.key }.flatMap { name, extensions in
      requirements(of: extensions).map { requirement in
        NamedChain(name, requirement, extensions.filter { $0.descriptor.implements(requirement) })
      }
    }
  }

  /// A name without types stands for its overloads where there are any.
  private static func requirements(of extensions: [LocatedDescriptor]) -> [RequirementName] {
    let all = Set(extensions.flatMap(\.descriptor.requirements))
    let overloaded = Set(all.filter { $0.untyped != $0 }.map(\.untyped))
    return all.subtracting(overloaded).sorted { $0.text < $1.text }
  }

  private init(
    _ protocolName: String, _ requirement: RequirementName, _ extensions: [LocatedDescriptor]
  ) {
    self.protocolName = protocolName
    self.requirement = requirement
    steps = []
    var rest = extensions
    var position = 1
    while !rest.isEmpty {
      let maximal = rest.filter { candidate in !rest.contains { $0.precedes(candidate) != nil } }
      rest.removeAll { maximal.contains($0) }
      for descriptor in maximal {
        let standing = Self.standing(of: descriptor, among: maximal)
        steps.append(Step(descriptor: descriptor, position: position, standing: standing))
      }
      if maximal.count > 1, maximal.allSatisfy({ $0.rivals(maximal).count == maximal.count - 1 }) {
        let passed = rest.filter { below in !maximal.allSatisfy { $0.precedes(below) != nil } }
        steps += passed.map { Step(descriptor: $0, position: position, standing: .belowConflict) }
        rest.removeAll { passed.contains($0) }
      }
      position += 1
    }
    nameRules()
  }

  private static func standing(
    of descriptor: LocatedDescriptor, among maximal: [LocatedDescriptor]
  ) -> Standing {
    // Whatever the types say of the others, one of the same constraints is a rival.
    let rivals = descriptor.rivals(maximal)
    if !rivals.isEmpty { return .conflict(with: rivals) }
    let others = maximal.filter { $0 != descriptor }
    return others.isEmpty ? .last : .undecided(with: others)
  }

  /// Between each position of one extension and the next.
  private mutating func nameRules() {
    for index in steps.indices where steps[index].standing == .last {
      guard let next = steps.first(where: { $0.position > steps[index].position }),
        let rule = steps[index].descriptor.precedes(next.descriptor)
      else { continue }
      steps[index].standing = .before(rule)
    }
  }
}

extension NamedChain {
  /// The chains that a question is about.
  ///
  /// - Parameter question: `Greeter`, `Greeter.greet(_:)` or `Greeter.greet`.
  public static func chains(
    _ question: String, of descriptors: [LocatedDescriptor]
  ) -> [NamedChain] {
    let chains = all(of: NamedOrder.withoutRepetitions(descriptors).kept)
    let whole = chains.filter { $0.protocolName == question }
    if !whole.isEmpty { return whole }
    return chains.filter { chain in
      guard question.hasPrefix(chain.protocolName + ".") else { return false }
      let wanted = RequirementName(String(question.dropFirst(chain.protocolName.count + 1)))
      return chain.requirement == wanted || chain.requirement.untyped == wanted
        || chain.requirement.text.prefix { $0 != "(" } == wanted.text
    }
  }
}

extension Descriptor {
  fileprivate func implements(_ requirement: RequirementName) -> Bool {
    requirements.contains(requirement) || requirements.contains(requirement.untyped)
  }
}

extension LocatedDescriptor {
  fileprivate func precedes(_ other: LocatedDescriptor) -> NamedOrder.Rule? {
    NamedOrder.precedes(descriptor, other.descriptor)
  }

  fileprivate func rivals(_ all: [LocatedDescriptor]) -> [LocatedDescriptor] {
    all.filter { $0 != self && NamedOrder.compare(descriptor, $0.descriptor) == .conflict }
  }
}
