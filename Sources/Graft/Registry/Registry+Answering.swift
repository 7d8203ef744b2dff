// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// What to answer: a subject, and what counts for it in a program.
struct Question {
  let base: any ExtensionBase.Type
  let memo: ProtocolMemo
  let advice: [ChainAdvice.Standing]
  /// The version of the program.
  let version: UInt64

  init(
    _ base: any ExtensionBase.Type, in program: inout Program, _ asked: inout AskedSubjects
  ) {
    asked.begin(base)
    self.base = base
    memo = program.memo(of: base.extensibleProtocol.name)
      .without(asked[base]?.withoutLink ?? [])
    advice = program.advice.standing(for: base)
    version = program.version
  }
}

/// Who answers the requirements of a protocol for a subject, with the links that calls go to.
struct SubjectAnswer {
  let chains: ResolvedChains
  /// For each requirement.
  let heads: [LinkAddress]
  /// What links in front of chains are to run.
  let exchanges: [AdviceLinkTable.Exchange]
  let version: UInt64

  var base: any ExtensionBase.Type { chains.base }
}

/// A question is asked under the lock, and answered without it.
extension Registry {
  /// Resolves the protocol's requirements for the subject of a base class, and publishes what
  /// calls go to from now on. If the program has changed meanwhile, nothing is published: this
  /// call has an answer that was right when it asked, and the next one asks again.
  ///
  /// - Returns: the head for each requirement.
  func heads(of base: any ExtensionBase.Type) -> [LinkAddress] {
    // Before the question: what comes later is noticed the next time.
    ConformanceTable.update()
    defer { RetiredAdvice.releaseQuiescent() }
    let standing = withState { state in
      state.emptyWhatConformancesConcern()
      state.publishAgain()
      // An image that does not concern it may have taken it out, and now it is back.
      return state.published.standing(base)
    }
    if let standing { return standing }
    let answer = answer(base)
    if Strictness.isStrict { Strictness.stopAtConflict(answer.chains) }
    let isPublished = publish(.answer(answer), answer.exchanges, answer.version)
    if isPublished, Trace.isOn(.resolve) { Trace.write(Trace.resolved(resolution(of: base))) }
    return answer.heads
  }

  // MARK: Answering

  /// Finds out what applies. Calls code of users: no lock may be held.
  func resolve(
    _ question: Question, explains: Bool = false
  ) -> (chains: ResolvedChains, advice: SubjectAdvice?) {
    let chains = ResolvedChains(question.base, question.memo, explains: explains)
    let advice =
      question.memo.interceptors.isEmpty && question.advice.isEmpty
      ? nil : SubjectAdvice(question.memo.interceptors, question.advice, for: chains.call)
    let diagnostics = chains.diagnostics + (advice?.diagnostics ?? [])
    state.withLock { $0.asked.end(question.base, diagnostics, version: question.version) }
    return (chains, advice)
  }

  /// Answers for a subject as of now. Calls code of users: no lock may be held.
  func answer(_ base: any ExtensionBase.Type) -> SubjectAnswer {
    answer(base) { withState { $0.question(base) } }
  }

  /// - Parameter ask: asks the question, once more for each accessor that says yes and then
  ///   makes no link.
  func answer(_ base: any ExtensionBase.Type, _ ask: () -> Question) -> SubjectAnswer {
    while true {
      let question = ask()
      let (chains, advice) = resolve(question)
      do throws(MissingLink) {
        let end = finalLink(of: base)
        var heads: [LinkAddress] = []
        for node in chains.chains.heads {
          heads.append(node == nil ? end : try links.link(node!, for: chains.call, above: end))
        }
        guard let advice else {
          return SubjectAnswer(
            chains: chains, heads: heads, exchanges: [], version: question.version)
        }
        let advised = try AdviceLinks(
          advice.all, before: heads, finalLink: end, for: chains.call, links, adviceLinks)
        return SubjectAnswer(
          chains: chains, heads: advised.heads, exchanges: advised.exchanges,
          version: question.version)
      } catch {
        state.withLock { $0.asked.passOver(error, for: base) }
      }
    }
  }

  /// Who answers for the subject of a base class, and why the others do not.
  func resolution(of base: any ExtensionBase.Type) -> ExtensionResolution {
    ConformanceTable.update()
    let (question, notCounting) = withState { state in
      let missing = (state.asked[base]?.withoutLink ?? []).filter {
        state.program.exclusion($0) == nil
      }.map {
        ResolvedChains.Excluded(registered: state.program.registered($0), reason: .noLink)
      }
      return (
        state.question(base),
        state.program.notCounting(of: base.extensibleProtocol) + missing
      )
    }
    let (chains, advice) = resolve(question, explains: true)
    chains.add(notCounting)
    return ExtensionResolution(chains) { advice?.explanations(of: $0) ?? [] }
  }

  /// All that implement a requirement for the subject of a base class, those that are in conflict
  /// too, with a link of each.
  func implementations(
    of requirement: Int, for base: any ExtensionBase.Type
  ) -> [(record: ExtensionRecord, link: LinkAddress)] {
    noticeConformances()
    while true {
      let chains = resolve(withState { $0.question(base) }).chains
      let end = finalLink(of: base)
      do throws(MissingLink) {
        var all: [(ExtensionRecord, LinkAddress)] = []
        for (record, node, successors) in chains.chains.implementing(requirement) {
          if let node {
            all.append((record, try links.link(node, for: chains.call, above: end)))
            continue
          }
          var below: [LinkAddress] = []
          for next in successors {
            below.append(next == nil ? end : try links.link(next!, for: chains.call, above: end))
          }
          all.append((record, try links.link(record, for: chains.call, above: below + [end])))
        }
        return all
      } catch {
        state.withLock { $0.asked.passOver(error, for: base) }
      }
    }
  }

  // MARK: Types' own implementations

  /// Puts what stands in front of chains before a type's own implementation.
  ///
  /// - Parameters:
  ///   - declaring: the base class for the type that has the implementation.
  ///   - base: the one for the type of the value or object.
  ///   - makeLink: makes the link that calls the implementation.
  /// - Returns: the link to call.
  func ownHead(
    _ declaring: any ExtensionBase.Type, _ base: any ExtensionBase.Type, _ requirement: Int,
    publishingIn cell: CellAddress, _ makeLink: (LinkSuccessors) -> ExtensionLink
  ) -> LinkAddress {
    noticeConformances()
    let key = LinkTable.Key(
      record: nil, base: ObjectIdentifier(declaring), successors: [], requirement: requirement)
    let end = finalLink(of: base)
    var heads = base.extensibleProtocol.requirements.map { _ in end }
    heads[requirement] = links.link(key, make: makeLink)
    while true {
      let question = withState { $0.question(base) }
      let call = AccessorCall(base: base)
      let advice = SubjectAdvice(question.memo.interceptors, question.advice, for: call)
      state.withLock { $0.asked.end(base, advice.diagnostics, version: question.version) }
      do throws(MissingLink) {
        let advised = try AdviceLinks(
          advice.all, before: heads, finalLink: end, for: call, links, adviceLinks)
        let head = advised.heads[requirement]
        _ = publish(.own(head, cell, base), advised.exchanges, question.version)
        return head
      } catch {
        state.withLock { $0.asked.passOver(error, for: base) }
      }
    }
  }

  // MARK: Publishing

  /// Publishes an answer, unless something has happened since that can change it. The links of
  /// advice run what belongs to it in any case, for the call that asked.
  ///
  /// - Returns: whether it is published.
  private func publish(
    _ publishable: State.Publishable, _ exchanges: [AdviceLinkTable.Exchange], _ version: UInt64
  ) -> Bool {
    var retired: [RetiredBodies.Body] = []
    let (isPublished, news) = state.withLock { state in
      state.publishAgain()
      let isPublished = state.publish(publishable, exchanges, version, adviceLinks, &retired)
      return (isPublished, state.news.take())
    }
    news.deliver()
    RetiredAdvice.release(of: retired.map(\.slot))
    return isPublished
  }
}

extension Registry.State {
  /// What there is to ask about a subject.
  mutating func question(_ base: any ExtensionBase.Type) -> Question {
    Question(base, in: &program, &asked)
  }

  /// - Parameter retired: gets what links ran before.
  mutating func publish(
    _ publishable: Publishable, _ exchanges: [AdviceLinkTable.Exchange], _ version: UInt64,
    _ adviceLinks: AdviceLinkTable, _ retired: inout [RetiredBodies.Body]
  ) -> Bool {
    // Before the heads: who gets to a link finds what is to run by now.
    if !exchanges.isEmpty {
      let taken = adviceLinks.exchange(exchanges, version: version) { advice.contains($0) }
      RetiredAdvice.add(taken)
      retired += taken
    }
    // A cell would show answers with this one that nobody has looked at.
    if published.isIncomplete { return false }
    var publication = Publication(publishable, version: version)
    while !publication.isOver { publication.advance(in: &self) }
    return publication.step == .published
  }
}

/// `GRAFT_STRICT=1` makes a conflict fatal at the first call.
enum Strictness {
  static let isStrict = Environment.value("GRAFT_STRICT") == "1"

  static func stopAtConflict(_ chains: ResolvedChains) {
    guard let conflict = chains.conflicts.first else { return }
    fatalError("Graft: GRAFT_STRICT=1: \(conflict)")
  }
}

/// What a child of `fork` has from a parent with several threads: one of them, which the
/// child does not have, may have held a lock of the Swift runtime for ever. So what was
/// ever answered is answered as it was last, and the runtime is not asked; until the child
/// itself changes something.
struct Inheritance {
  private var forkCount: UInt64 = 0
  private var isOver = false

  /// Whether the last answers hold.
  mutating func holds() -> Bool {
    notice()
    return forkCount != 0 && !isOver && graft_arrival_count() == graft_arrival_count_at_fork()
  }

  /// The process has changed something.
  mutating func end() {
    notice()
    isOver = true
  }

  private mutating func notice() {
    guard graft_fork_count() != forkCount else { return }
    forkCount = graft_fork_count()
    isOver = false
  }
}

extension Registry {
  /// The last answer for a subject, published once more; nil if the registry is to be
  /// asked.
  func inheritedHeads(of base: any ExtensionBase.Type) -> [LinkAddress]? {
    guard graft_fork_count() != 0 else { return nil }
    return state.withLock { state in
      state.inheritance.holds() ? state.published.publishAgain(base) : nil
    }
  }

  /// The last answer for a type's own implementation, published once more.
  func inheritedHead(in cell: CellAddress, for subject: Any.Type) -> LinkAddress? {
    guard graft_fork_count() != 0 else { return nil }
    return state.withLock { state in
      state.inheritance.holds() ? state.published.publishOwnAgain(in: cell, for: subject) : nil
    }
  }
}
