// SPDX-License-Identifier: Apache-2.0

/// The reason why a change was not made.
enum ChangeRefusal: Error {
  /// The edit does not fit the program.
  case impossible
  /// Two images would have a protocol of this module.
  case moduleTwice(String)
  /// A newer build would have this protocol of its own, and `user` uses that of `build`.
  case protocolInUse(String, build: String, user: String)
  /// This image has all extensions of an accepted one, which is no build of it.
  case buildUnnamed(ExtensionImage)
  /// It would bring conflicts.
  case conflicts([RegistryDiagnostic])
  /// The `onLoad` of the image at this path has failed, for a reason.
  case lifecycle(path: String, reason: String)

  /// The error for loading a file; nil if the edit does not fit the program.
  func error(loading path: String) -> ImageLoadError? {
    switch self {
    case .impossible: nil
    case .moduleTwice(let module): .moduleTwice(path: path, module: module)
    case .protocolInUse(let name, let build, let user):
      .protocolInUse(path: path, protocolName: name, build: build, user: user)
    case .buildUnnamed(let other): .buildUnnamed(path: path, other: other.path)
    case .conflicts(let conflicts): .conflict(path: path, conflicts: conflicts)
    case .lifecycle(let path, let reason): .lifecycleFailed(path: path, reason: reason)
    }
  }
}

/// A change that does not count yet.
final class Draft {
  let edit: Program.Edit
  let original: Program
  var program: Program
  let affected: Affected
  /// The affected subjects in use.
  let subjects: [PublishedSubjects.Subject]
  /// The number of all subjects in use.
  private let subjectCount: Int

  /// Makes a draft; nil if the edit does not fit the program.
  fileprivate init?(_ edit: Program.Edit, of state: inout Registry.State) {
    guard let (program, affected) = state.edited(by: edit) else { return nil }
    (self.edit, original, self.program) = (edit, state.program, program)
    self.affected = affected
    // New conformances concern further subjects.
    let declared = state.subjectsOfNewConformances.filter { !affected.contains($0.base) }
    self.program.noteConformances(ConformanceTable.countUnderLock)
    subjects = state.published.subjects(affected) + declared
    subjectCount = state.published.count
  }

  /// Whether the program is still the original one, and no further type was called.
  fileprivate func isCurrent(in state: borrowing Registry.State) -> Bool {
    state.program.version == original.version && state.published.count == subjectCount
  }
}

extension Draft {
  /// An image that counts and has all extensions of the file that the edit accepts, so that this
  /// would change nothing.
  fileprivate var repeatedImage: ExtensionImage? {
    if case .accept(let opened) = edit { original.images.image(repeatedBy: opened) } else { nil }
  }
}

extension Registry.State {
  /// A copy of the program with an edit, and the affected subjects; nil if the edit does not fit,
  /// or changes nothing.
  fileprivate func edited(by edit: Program.Edit) -> (program: Program, affected: Affected)? {
    // Another thread may have removed the advice that this one installs.
    if case .advise(let entry) = edit, !advice.has(entry) { return nil }
    return program.edited(by: edit)
  }
}

// Every change takes these steps: copy the program, edit the copy, answer the
// affected subjects in use, refuse or replace the program, publish the answers,
// report.
extension Registry {
  /// The number of attempts while others change the program.
  ///
  /// The last attempt succeeds, and conflicts are only diagnostics. A change that conflicts refuse is
  /// tried longer, since they are asked of the program that it replaces; but an extension's predicate
  /// can change the program each time that it is asked.
  private static func attemptLimit(_ choice: ConflictChoice?) -> Int { choice == nil ? 16 : 100 }

  /// Makes a change.
  ///
  /// - Parameter choice: the treatment of conflicts that it would bring, for subjects in use and
  ///   for types that loaded images declare to conform; nil to look for none.
  /// - Returns: the changes of images, then those of answers of known subjects; and the conflicts
  ///   that were allowed.
  @discardableResult
  func change(
    _ edit: Program.Edit, onConflict choice: ConflictChoice? = nil
  ) throws(ChangeRefusal) -> (changes: [RegistryChange], conflicts: [RegistryDiagnostic]) {
    var begun: [Int] = []
    defer { settle(begun) }
    for number in 1... {
      let reading = ConformanceTable.read()
      guard let draft = withState({ Draft(edit, of: &$0) }) else { throw .impossible }
      if let twice = protocolTwice(by: draft, reading) { throw twice }
      if let other = draft.repeatedImage { throw .buildUnnamed(other) }
      var brought = choice == nil ? BroughtConflicts() : conflicts(by: draft, reading)
      try brought.refuse(by: choice)
      let answers = draft.subjects.map { subject in
        answer(withState { Question(subject.base, reading, in: &draft.program, &$0.resolved) })
      }
      if choice != nil {
        brought.add(conflicts(in: answers, by: draft, reading))
        try brought.refuse(by: choice)
      }
      try begin(draft.program.coming(since: draft.original), &begun)
      let insists = number >= Self.attemptLimit(choice)
      if let changes = try swap(draft, answers, insists: insists) {
        return (changes, brought.conflicts + brought.byName)
      }
    }
    throw .impossible
  }

  /// Replaces the program by a draft and publishes its answers.
  ///
  /// - Parameter insists: whether to make the edit even if the program has changed
  ///   meanwhile.
  /// - Returns: the changes; nil if the program has changed.
  /// - Throws: `impossible` if the edit does not fit the program any more.
  private func swap(
    _ draft: Draft, _ answers: [SubjectAnswer], insists: Bool
  ) throws(ChangeRefusal) -> [RegistryChange]? {
    for answer in answers { Strictness.stopAtConflict(answer.resolved) }
    let swapped = withState { $0.swap(draft, answers, insists: insists, adviceLinks) }
    guard let swapped = try swapped.get() else { return nil }
    // Calls in flight find the change in their links.
    for subject in swapped.unanswered { _ = heads(of: subject.base) }
    for own in swapped.own { head(of: own) { _ in fatalError("the first call has made its link") } }
    RemovedAdvice.release()
    if Trace.isOn(.resolve) {
      for answer in answers { Trace.tell(.resolved(resolution(of: answer.base))) }
    }
    // Receivers of an image get no calls while it ends its work.
    if draft.affected.concernsCount { tellObservers() }
    tellWithdrawn(swapped.ended)
    return swapped.changes
  }

  /// Empties all cells.
  func refresh() {
    catchUp { state, _ in
      state.inheritance.end()
      state.program.outdate()
      state.published.emptyAll()
    }
  }
}

extension Registry.State {
  fileprivate struct Swapped {
    let changes: [RegistryChange]
    /// The images whose lifecycles end.
    let ended: [Int]
    /// The affected subjects, if the draft's answers are outdated.
    let unanswered: [PublishedSubjects.Subject]
    /// The affected implementations of types' own.
    let own: [PublishedSubjects.Own]
  }

  /// Replaces the program by a draft and publishes its answers, if it is current or insists.
  ///
  /// The lock is held, so calls that find an empty cell see all of it or nothing.
  ///
  /// - Returns: nil if the program has changed.
  fileprivate mutating func swap(
    _ draft: Draft, _ answers: [SubjectAnswer], insists: Bool, _ links: AdviceLinkTable
  ) -> Result<Swapped?, ChangeRefusal> {
    let isCurrent = draft.isCurrent(in: self)
    guard isCurrent || insists else { return .success(nil) }
    let edited = isCurrent ? (draft.program, draft.affected) : self.edited(by: draft.edit)
    guard let (changed, affected) = edited else { return .failure(.impossible) }
    let original = program
    program = changed
    let (ofImages, ended) = note(draft.edit, since: original)
    let hasConformances = program.conformanceCount != original.conformanceCount
    let own = published.emptyOwn { hasConformances || affected.contains($0) }
    noteConformances()
    let changing = draft.subjects + (isCurrent ? [] : published.subjects(affected))
    for subject in changing { published.empty(subject.base) }
    let ofAnswers = zip(answers, draft.subjects).flatMap { answer, subject in
      if isCurrent { _ = publish(.answer(answer), answer.exchanges, answer.version, links) }
      return program.changes(from: subject.chains.answers, to: answer.resolved)
    }
    return .success(
      Swapped(
        changes: ofImages + ofAnswers, ended: ended, unanswered: isCurrent ? [] : changing,
        own: own.filter { affected.contains($0.base) }))
  }

  /// Notes an edit of the program for those who are told of it.
  private mutating func note(
    _ edit: Program.Edit, since original: Program
  ) -> (changes: [RegistryChange], ended: [Int]) {
    news.debug?.note(edit, since: original, in: program)
    inheritance.end()
    let changes = program.changes(since: original, by: edit)
    for change in changes { news.note(change) }
    return (changes, endLifecycles(of: program.images.numbers(changedSince: original.images)))
  }
}

extension Program {
  /// The changed answers.
  ///
  /// - Parameter before: the extension that answered each requirement.
  func changes(from before: [RecordID?], to resolved: ResolvedChains) -> [RegistryChange] {
    let (extended, now) = (resolved.extended, resolved.chains.answers)
    return extended.requirements.indices.filter { before[$0] != now[$0] }.map { number in
      .answered(
        ImageArrival.Change(
          subject: resolved.base.subjectName,
          protocolName: extended.name,
          requirement: extended.requirements[number].name,
          before: before[number].map(registered), after: now[number].map(registered),
          base: ObjectIdentifier(resolved.base)))
    }
  }
}

extension [RegistryChange] {
  var answers: [ImageArrival.Change] {
    compactMap { if case .answered(let change) = $0 { change } else { nil } }
  }
}
