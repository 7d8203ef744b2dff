// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// The answers for the requirements of a protocol for one subject, with
/// explanations.
///
/// It can't be seen at run time whether the subject implements a requirement
/// itself: the compiler calls such an implementation without the registry.
public struct ExtensionResolution: Sendable {
  /// A link of a chain.
  public struct Answer: Sendable {
    /// The extension that implements the requirement.
    public let `extension`: RegisteredExtension
    /// The rule by which it comes before the next link.
    public let rule: ResolutionRule
  }

  /// An extension that is not in the chain.
  public struct Exclusion: Sendable {
    /// The extension.
    public let `extension`: RegisteredExtension
    /// The reason why it is not in the chain.
    public let reason: ExclusionReason
  }

  /// An advice of the requirement.
  ///
  /// Advice in a section has the kind and the extension only; the rest is nil.
  public struct Advice: Sendable {
    /// The kind, which says when it runs.
    public let kind: AdviceKind
    /// Its name, if it has one.
    public let name: String?
    /// Its subjects in words.
    public let subjects: String?
    /// The number that `AdviceOption.precedence` gave.
    public let precedence: Int?
    /// The place of its installation, as `Module/File.swift:line`.
    public let source: String?
    /// Its class, if it lies in a section.
    public let `extension`: RegisteredExtension?
  }

  /// The answers for one requirement.
  public struct Requirement: Sendable {
    /// The name as in tables: `greet(_:)`, `get name`.
    public let name: RequirementName
    /// The advice, the outermost first.
    ///
    /// It only runs if something answers.
    public let advice: [Advice]
    /// The chain: the first link answers, and `super` goes to the next.
    public let chain: [Answer]
    /// The excluded extensions in the order of their names.
    public let exclusions: [Exclusion]
  }

  /// The type, as Swift prints it.
  public let subject: String
  /// The protocol's name without its module.
  public let protocolName: String
  /// The requirements in the order of their declaration.
  public let requirements: [Requirement]

  /// The requirement of a name as in tables.
  ///
  /// The text in parentheses can be left out if only one requirement matches.
  /// `names(near:)` suggests others.
  public subscript(name: RequirementName) -> Requirement? {
    if let found = requirements.first(where: { $0.name == name }) { return found }
    let untyped = requirements.filter { $0.name.untyped == name }
    if untyped.count == 1 { return untyped[0] }
    let alike = requirements.filter { NearNames.base(of: $0.name.text) == name.text }
    return alike.count == 1 ? alike[0] : nil
  }

  /// The names of requirements that are near a name, the nearest first.
  public func names(near name: RequirementName) -> [RequirementName] {
    NearNames.of(name.text, among: requirements.map(\.name.text)).map { RequirementName($0) }
  }
}

extension ExtensionResolution {
  /// - Parameter advice: the advice of each requirement, the outermost first.
  init(_ resolved: ResolvedChains, advice: (Int) -> [Advice]) {
    self.subject = resolved.base.subjectName
    let (extended, candidates) = (resolved.extended, resolved.chains.candidates)
    protocolName = extended.name
    requirements = extended.requirements.indices.map { number in
      let chain = resolved.chains.ranked[number]
      return Requirement(
        name: extended.requirements[number].name, advice: advice(number),
        chain: zip(chain.links, chain.rules + [.only]).map { index, rule in
          Answer(extension: candidates[index].registered, rule: rule)
        },
        exclusions: resolved.exclusions(from: number))
    }
  }
}

extension ResolvedChains {
  fileprivate func exclusions(from number: Int) -> [ExtensionResolution.Exclusion] {
    let (chain, candidates) = (chains.ranked[number], chains.candidates)
    func names(_ parties: [Int]) -> [String] { parties.map { candidates[$0].registered.name } }
    let implementing = excluded.filter { excluded in
      if let requirements = excluded.requirements { return requirements.contains(number) }
      return excluded.registered.descriptor.requirements.contains {
        extended.requirements(named: $0, among: extended.requirements.count).contains(number)
      }
    }.map { ExtensionResolution.Exclusion(extension: $0.registered, reason: $0.reason) }
    let conflicting = chain.conflicts.flatMap { conflict in
      conflict.map { party in
        ExtensionResolution.Exclusion(
          extension: candidates[party].registered,
          reason: .conflict(with: names(conflict.filter { $0 != party })))
      }
    }
    let below = chain.belowConflict.map { candidate, conflict in
      ExtensionResolution.Exclusion(
        extension: candidates[candidate].registered,
        reason: .belowConflict(of: names(chain.conflicts[conflict])))
    }
    return (implementing + conflicting + below).inOrder {
      ($0.extension.name, $0.extension.image.path) < ($1.extension.name, $1.extension.image.path)
    }
  }
}

extension ExtensionResolution: Encodable {
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

  var json: JSON {
    [
      "subject": .string(subject), "protocol": .string(protocolName),
      "requirements": .array(requirements.map(\.json)),
    ]
  }
}

extension ExtensionResolution.Requirement {
  fileprivate var json: JSON {
    [
      "name": .string(name.text),
      "advice": .array(
        advice.map {
          [
            "kind": .string("\($0.kind)"), "name": .string($0.name),
            "subjects": .string($0.subjects),
            "precedence": $0.precedence.map { .number($0) } ?? .null,
            "source": .string($0.source), "extension": $0.extension?.json ?? .null,
          ]
        }),
      "chain": .array(
        chain.map { ["extension": $0.extension.json, "rule": .string($0.rule.rawValue)] }),
      "exclusions": .array(
        exclusions.map {
          ["extension": $0.extension.json, "reason": .string("\($0.reason)")]
        }),
    ]
  }
}
