// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// A subject, with the records and advice that count for it.
struct Question {
  let base: any ExtensionBase.Type
  let reading: ConformanceTable.Reading
  let memo: ProtocolMemo
  let advice: [ChainAdvice.Entry]
  /// The version of the program.
  let version: UInt64

  init(
    _ base: any ExtensionBase.Type, _ reading: ConformanceTable.Reading,
    in program: inout Program, _ asked: inout ResolvedSubjects
  ) {
    asked.begin(base)
    (self.base, self.reading) = (base, reading)
    memo = program.memo(of: base.extensibleProtocol)
    advice = program.advice.entries(for: base, in: program.images)
    version = program.version
  }
}

/// The chains of a subject, with the links that calls go to.
struct SubjectAnswer {
  let resolved: ResolvedChains
  /// The link for each requirement.
  let heads: [LinkAddress]
  /// The advice of the links in front of chains.
  let exchanges: [AdviceLinkTable.Exchange]
  let version: UInt64

  var base: any ExtensionBase.Type { resolved.base }
}

// A question is asked under the lock, and answered without it.
extension Registry {
  /// Resolves the protocol's requirements for the subject of a base class, and
  /// publishes the links for calls.
  ///
  /// Publishes nothing if the program has changed meanwhile: then this call gets an
  /// answer that was right, and the next call asks again.
  ///
  /// - Returns: the head for each requirement.
  func heads(of base: any ExtensionBase.Type) -> [LinkAddress] {
    let (known, question) = catchUp { state, reading -> ([LinkAddress]?, Question?) in
      // The answer is there again if the cells were emptied by an image that does not
      // affect it.
      if let known = state.published.visible(base) { return (known, nil) }
      return (nil, state.question(base, reading))
    }
    guard let question else { return known! }
    let answer = answer(question)
    Strictness.stopAtConflict(answer.resolved)
    let isPublished = publish(.answer(answer), answer.exchanges, answer.version)
    if isPublished, Trace.isOn(.resolve) { Trace.tell(.resolved(resolution(of: base))) }
    return answer.heads
  }

  // MARK: Answering

  /// Finds the extensions and advice that apply.
  ///
  /// Calls users' code: no lock may be held.
  func resolve(
    _ question: Question, explains: Bool = false
  ) -> (resolved: ResolvedChains, advice: SubjectAdvice?) {
    let resolved = ResolvedChains(
      question.base, question.memo, question.reading, explains: explains)
    let advice =
      question.memo.interceptors.isEmpty && question.advice.isEmpty
      ? nil : SubjectAdvice(question.memo.interceptors, question.advice, of: resolved.extensions)
    let diagnostics = resolved.diagnostics + (advice?.diagnostics ?? [])
    state.withLock { $0.resolved.end(question.base, (diagnostics, question.version)) }
    return (resolved, advice)
  }

  /// Answers for a subject.
  ///
  /// Calls users' code: no lock may be held.
  func answer(_ question: Question) -> SubjectAnswer {
    let base = question.base
    let (resolved, advice) = resolve(question)
    let end = finalLink(of: base)
    let heads = links.links(resolved.chains.heads, of: resolved.extensions, above: end)
    let advised = advice.map {
      AdviceLinks(
        $0.all, before: heads, finalLink: end, of: resolved.extensions, links, adviceLinks)
    }
    return SubjectAnswer(
      resolved: resolved, heads: advised?.heads ?? heads, exchanges: advised?.exchanges ?? [],
      version: question.version)
  }

  /// Explains the answers for the subject of a base class.
  func resolution(of base: any ExtensionBase.Type) -> ExtensionResolution {
    let (question, notCounting) = catchUp { state, reading in
      (state.question(base, reading), state.program.notCounting(of: base.extensibleProtocol))
    }
    let (resolved, advice) = resolve(question, explains: true)
    resolved.add(notCounting)
    return ExtensionResolution(resolved) { advice?.explanations(of: $0) ?? [] }
  }

  /// All extensions that implement a requirement for the subject of a base class,
  /// with a link of each.
  ///
  /// Includes those in conflict.
  func implementations(
    of requirement: Int, for base: any ExtensionBase.Type
  ) -> [(record: ExtensionRecord, link: LinkAddress)] {
    let resolved = resolve(catchUp { $0.question(base, $1) }).resolved
    let (extensions, end) = (resolved.extensions, finalLink(of: base))
    return resolved.chains.implementing(requirement).map { record, node, successors in
      if let node { return (record, links.link(node, of: extensions, above: end)) }
      let below = links.links(successors, of: extensions, above: end)
      return (record, links.link(record, of: extensions, above: below + [end]))
    }
  }

  // MARK: Types' own implementations

  /// Puts advice in front of a type's own implementation.
  ///
  /// - Parameter makeLink: makes the link that calls the implementation, for the first call.
  /// - Returns: the link to call.
  @discardableResult
  func head(
    of own: PublishedSubjects.Own, _ makeLink: (LinkSuccessors) -> ExtensionLink
  ) -> LinkAddress {
    let (base, requirement) = (own.base, own.requirement)
    let question = catchUp { $0.question(base, $1) }
    let key = LinkTable.Key(
      record: nil, base: ObjectIdentifier(own.declaring), successors: [], requirement: requirement)
    let end = finalLink(of: base)
    let extensions = SubjectExtensions(base: base, question.reading)
    let advice = SubjectAdvice(question.memo.interceptors, question.advice, of: extensions)
    var heads = base.extensibleProtocol.requirements.map { _ in end }
    if advice.all.contains(where: \.isLink) {
      // A class of advice can call other requirements.
      let resolved = ResolvedChains(base, question.memo, question.reading)
      heads = links.links(resolved.chains.heads, of: resolved.extensions, above: end)
    }
    heads[requirement] = links.link(key) { makeLink(.allocate([])) }
    state.withLock { $0.resolved.end(base, nil) }
    let advised = AdviceLinks(
      advice.all, before: heads, finalLink: end, of: extensions, links, adviceLinks)
    let head = advised.heads[requirement]
    _ = publish(.own(own, head), advised.exchanges, question.version)
    return head
  }

  // MARK: Publishing

  /// Publishes an answer unless it may be outdated.
  ///
  /// Replaces the advice of links in any case, for the call that asked.
  ///
  /// - Returns: whether it is published.
  private func publish(
    _ publishable: State.Publishable, _ exchanges: [AdviceLinkTable.Exchange], _ version: UInt64
  ) -> Bool {
    defer { RemovedAdvice.release() }
    return withNews { state in
      state.noteConformances()
      return state.publish(publishable, exchanges, version, adviceLinks)
    }
  }
}

extension Registry.State {
  mutating func question(
    _ base: any ExtensionBase.Type, _ reading: ConformanceTable.Reading
  ) -> Question {
    Question(base, reading, in: &program, &resolved)
  }

  /// Publishes an answer under the lock, unless it may be outdated.
  mutating func publish(
    _ publishable: Publishable, _ exchanges: [AdviceLinkTable.Exchange], _ version: UInt64,
    _ adviceLinks: AdviceLinkTable
  ) -> Bool {
    // Advice is replaced before publishing, so that a call that finds a link runs its
    // advice.
    if !exchanges.isEmpty {
      RemovedAdvice.add(
        adviceLinks.exchange(exchanges, version: version) { advice.contains($0) })
    }
    // The cells would show other answers too, which may be outdated.
    if published.isIncomplete { return false }
    return publish(publishable, version: version)
  }
}

/// Makes a conflict fatal at the first call, if `GRAFT_STRICT=1` is set.
enum Strictness {
  private static let isStrict = Environment.value("GRAFT_STRICT") == "1"

  static func stopAtConflict(_ chains: ResolvedChains) {
    guard isStrict, let conflict = chains.conflicts.first else { return }
    fatalError("Graft: GRAFT_STRICT=1: \(conflict)")
  }
}

/// Tracks whether a child of `fork` answers as its parent did, without the Swift
/// runtime.
///
/// A thread that the child does not have may hold a lock of the runtime for ever.
/// It ends when the child changes something.
struct Inheritance {
  private var forkCount: UInt64 = 0
  private var isOver = false

  /// Whether the last answers hold.
  mutating func holds() -> Bool {
    notice()
    return forkCount != 0 && !isOver && graft_arrival_count() == graft_arrival_count_at_fork()
  }

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
  /// Publishes a last answer again, if it is inherited.
  func inherited<Answer>(_ publish: (inout PublishedSubjects) -> Answer?) -> Answer? {
    guard graft_fork_count() != 0 else { return nil }
    return state.withLock { $0.inheritance.holds() ? publish(&$0.published) : nil }
  }
}
