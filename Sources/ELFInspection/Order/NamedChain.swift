// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// In which order the extensions of files would be asked for a requirement, as far
/// as names tell.
public struct NamedChain: Hashable, Sendable {
  /// Without qualifier: the registry pre-selects by it.
  public var protocolName: String
  /// Which it is the order for.
  public var requirement: RequirementName
  /// In the order in which they would be asked.
  public var steps: [Step]
  /// Whose extensions are among the steps, and passed over.
  public var conflicts: [Conflict]

  /// The order is by the types in files, and not by names only.
  public var usesTypes = false

  /// An extension, and where it stands.
  public struct Step: Hashable, Sendable {
    /// Of the extension.
    public var descriptor: LocatedDescriptor
    /// From 1; equal for those of which names do not tell which comes first.
    public var position: Int
    /// Why it is there.
    public var standing: Standing
  }

  /// What puts an extension where it stands.
  public enum Standing: Hashable, Sendable {
    /// It comes before those of the next position.
    case before(RankingRule)
    /// Nothing stands below it.
    case last
    /// The types decide between it and these.
    case undecided(with: Others)
    /// It and these are passed over.
    case conflict(with: Others)
  }

  /// Several extensions, of which a few stand for all: there can be as many as a file
  /// has records, and each of them has all others beside it.
  public struct Others: Hashable, Sendable {
    /// At most `namedLimit`, in the order of the files.
    public var named: [LocatedDescriptor]
    /// Of all, named or not.
    public var count: Int

    /// How many are named.
    public static let namedLimit = 4
  }

  /// Extensions of which, by name, none comes first.
  public struct Conflict: Hashable, Sendable {
    /// In the order of the files.
    public var first: LocatedDescriptor
    /// Besides the first.
    public var others: Others
    /// Where the protocol's name is qualified in different ways, so that the types tell
    /// whether it is one: how.
    public var protocolNames: [String]
  }
}

extension NamedChain {
  /// The chains that a question is about.
  ///
  /// - Parameters:
  ///   - question: `Greeter`, `Greeter.greet(_:)` or `Greeter.greet`; the protocol can
  ///     be qualified.
  ///   - problem: called for what is too large to be ordered, or shown.
  public static func chains(
    _ question: String, of descriptors: [LocatedDescriptor], problem: (Problem) -> Void
  ) -> NamedChains {
    var chains = answers(to: question, of: descriptors, problem)
    chains.limit(problem)
    return chains
  }

  private static func answers(
    to question: String, of descriptors: [LocatedDescriptor], _ problem: (Problem) -> Void
  ) -> NamedChains {
    let protocols = NamedProtocol.all(of: DuplicateExtensions(descriptors).kept)
    var rest = question[...]
    while true {
      let name = String(rest)
      let whole = protocols.filter { $0.name == name || $0.spellings.contains(name) }
      if !whole.isEmpty { return whole.chains(problem: problem) }
      var chains = NamedChains()
      for named in protocols { chains.append(named.chains(answering: name, problem: problem)) }
      if !chains.isEmpty { return chains }
      // A requirement's types can be qualified too.
      guard let dot = rest.prefix(while: { $0 != "(" }).firstIndex(of: ".") else { return chains }
      rest = rest[rest.index(after: dot)...]
    }
  }

  /// The chains of all protocols and requirements, ordered by name. Each extension
  /// should be there once.
  static func all(
    of descriptors: [LocatedDescriptor], problem: (Problem) -> Void
  ) -> NamedChains {
    NamedProtocol.all(of: descriptors).chains(problem: problem)
  }
}

extension [NamedProtocol] {
  fileprivate func chains(problem: (Problem) -> Void) -> NamedChains {
    reduce(into: NamedChains()) { $0.append($1.chains(problem: problem)) }
  }
}

extension NamedProtocol {
  /// The chains of the requirement that a question names behind the protocol.
  fileprivate func chains(
    answering question: String, problem: (Problem) -> Void
  ) -> NamedChains {
    let names = spellings.union([name]).filter { question.hasPrefix($0 + ".") }
    if names.isEmpty { return NamedChains() }
    let wanted = names.map { RequirementName(String(question.dropFirst($0.count + 1))) }
    var chains = chains(problem: problem)
    chains.keep { requirement in
      wanted.contains {
        requirement == $0 || requirement.untyped == $0
          || requirement.text.prefix { $0 != "(" } == $0.text
      }
    }
    return chains
  }
}
