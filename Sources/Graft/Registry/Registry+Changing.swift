// SPDX-License-Identifier: Apache-2.0

/// Why a change was not made.
enum ChangeRefusal: Error {
  /// The edit does not fit the program as it is.
  case impossible
  /// It would bring these for subjects in use.
  case conflicts([RegistryDiagnostic])
  /// An image does not want to count.
  case lifecycle(LifecycleFailure)
}

/// A change, before it counts.
private final class Draft {
  let edit: Program.Edit
  let original: Program
  var program: Program
  let affected: Affected
  /// The subjects in use that it concerns.
  let subjects: [PublishedSubjects.Subject]

  /// Nil if the edit does not fit the program.
  init?(_ edit: Program.Edit, of state: inout Registry.State) {
    (self.edit, original, program) = (edit, state.program, state.program)
    guard let affected = program.make(edit) else { return nil }
    program.note(affected)
    self.affected = affected
    // Conformances that have come concern others.
    let declared = state.subjectsOfNewConformances.filter { !affected.contains($0.base) }
    program.noteConformances(ConformanceTable.countUnderLock)
    subjects = state.published.subjects(affected) + declared
  }
}

/// Every change goes one way: copy the program, edit the copy, answer the subjects in use that
/// the edit concerns, refuse or let the copy count, publish the answers, tell.
extension Registry {
  /// Where others change the program all the time, a change is tried so often. Then it is made as
  /// it is, and a conflict that came in between is a diagnostic only.
  private static let attemptLimit = 16

  /// - Parameter allowingConflicts: false to refuse a change that brings a conflict for a subject
  ///   in use.
  /// - Returns: what has happened: to images first, then to answers of subjects that were called
  ///   before.
  @discardableResult
  func change(
    _ edit: Program.Edit, allowingConflicts: Bool = true
  ) throws(ChangeRefusal) -> [RegistryChange] {
    defer { RetiredAdvice.releaseQuiescent() }
    var beginning = Beginning()
    defer { settle(beginning) }
    for number in 1... {
      ConformanceTable.update()
      guard let draft = withState({ Draft(edit, of: &$0) }) else { throw .impossible }
      let answers = draft.subjects.map { subject in
        answer(subject.base) {
          withState { Question(subject.base, in: &draft.program, &$0.asked) }
        }
      }
      if !allowingConflicts {
        let conflicts = newConflicts(answers, besides: draft.subjects)
        if !conflicts.isEmpty { throw .conflicts(conflicts) }
      }
      do throws(LifecycleFailure) {
        try begin(draft.program.coming(since: draft.original), &beginning)
      } catch {
        throw .lifecycle(error)
      }
      let changes = swap(draft, answers, insists: number == Self.attemptLimit)
      if let changes { return changes }
    }
    throw .impossible
  }

  /// The conflicts that answers have and the published ones do not.
  private func newConflicts(
    _ answers: [SubjectAnswer], besides subjects: [PublishedSubjects.Subject]
  ) -> [RegistryDiagnostic] {
    zip(answers, subjects).flatMap { answer, subject -> [RegistryDiagnostic] in
      let new = answer.chains.conflicts.filter { !subject.conflicts.contains($0) }
      if new.isEmpty { return [] }
      // What was published can be older than conformances that are there already.
      let now = resolve(withState { $0.question(subject.base) })
      return new.filter { !now.chains.conflicts.contains($0) }
    }.inOrderOfDescription
  }

  /// Lets a draft count and publishes its answers.
  ///
  /// - Parameter insists: what to do if something else has changed the program meanwhile: true to
  ///   make the edit to what the program is now, false to give up.
  /// - Returns: nil if it was given up.
  private func swap(
    _ draft: Draft, _ answers: [SubjectAnswer], insists: Bool
  ) -> [RegistryChange]? {
    if Strictness.isStrict { for answer in answers { Strictness.stopAtConflict(answer.chains) } }
    var (retired, ended): ([RetiredBodies.Body], [Int]) = ([], [])
    let changes = withState { state -> [RegistryChange]? in
      let isCurrent = state.program.version == draft.original.version
      guard isCurrent || insists else { return nil }
      let original = state.program
      if isCurrent {
        state.program = draft.program
      } else if let affected = state.program.make(draft.edit) {
        state.program.note(affected)
      }
      state.inheritance.end()
      let hasConformances = state.program.conformanceCount != original.conformanceCount
      state.published.emptyOwn { hasConformances || draft.affected.contains($0) }
      let ofImages = state.program.changes(since: original, by: draft.edit)
      for change in ofImages { state.news.note(change) }
      ended = state.endLifecycles(since: original)
      // What conformances concern that came meanwhile is asked again by the next call.
      state.emptyWhatConformancesConcern()
      state.publishAgain()
      let ofAnswers = zip(answers, draft.subjects).flatMap { answer, subject in
        let isPublished =
          isCurrent
          && state.publish(
            .answer(answer), answer.exchanges, answer.version, adviceLinks, &retired)
        if !isPublished { state.published.empty(subject.base) }
        return state.program.changes(from: subject.answers, to: answer.chains)
      }
      return ofImages + ofAnswers
    }
    guard let changes else { return nil }
    RetiredAdvice.release(of: retired.map(\.slot))
    if Trace.isOn(.resolve) {
      for answer in answers { Trace.write(Trace.resolved(resolution(of: answer.base))) }
    }
    tellWithdrawn(ended)
    if draft.affected.concernsCount { tellObservers() }
    return changes
  }

  /// Makes the next calls of those subjects ask again whose answers conformances can change that
  /// an image has brought. Such images announce nothing.
  ///
  /// - Parameter always: true for all subjects, also if no conformance has come.
  func noticeConformances(always: Bool = false) {
    // Before anything is resolved: what comes later is noticed the next time.
    ConformanceTable.update()
    state.withLock { state in
      state.emptyWhatConformancesConcern()
      guard always else { return }
      state.inheritance.end()
      state.program.note(.advised { _ in true })
      state.published.emptyAll()
    }
  }
}

extension Program {
  /// The answers that are other ones now.
  ///
  /// - Parameter before: for each requirement the extension that answered.
  func changes(from before: [RecordID?], to chains: ResolvedChains) -> [RegistryChange] {
    let (extended, now) = (chains.extended, chains.chains.answers)
    return extended.requirements.indices.filter { before[$0] != now[$0] }.map { number in
      .answered(
        ImageArrival.Change(
          subject: SwiftRuntime.name(of: chains.base.subject, isQualified: false),
          protocolName: extended.name,
          requirement: extended.requirements[number].name,
          before: before[number].map(registered), after: now[number].map(registered)))
    }
  }
}

extension [RegistryChange] {
  /// The answers among them.
  var answers: [ImageArrival.Change] {
    compactMap { if case .answered(let change) = $0 { change } else { nil } }
  }
}
