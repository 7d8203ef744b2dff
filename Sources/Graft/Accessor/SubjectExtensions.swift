// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// Whether an extension applies to a subject.
enum Applicability: Equatable {
  /// It applies, perhaps on one global actor only; shared if the extension has the same candidate
  /// for every subject.
  case applies(on: TypeMetadata?, isShared: Bool)
  /// The indices of the constraints in the descriptor that fail, alone or together; empty unless it
  /// is to be explained.
  case constraintFails([Int])
  case excluded(ExclusionReason)
}

/// Finds out which extensions apply to one subject, and makes their links.
///
/// Calls accessors and predicates, which are users' code: no lock may be held.
final class SubjectExtensions {
  let base: any ExtensionBase.Type
  let extended: GeneratedCode.ExtensibleProtocol
  /// Whether to find out which constraint fails.
  private let explains: Bool
  private let subject: TypeMetadata
  /// Whether the declarations of the subject's type and superclasses have decided everything.
  private(set) var isOfDeclarations = true
  /// The last constraints that were answered for, and the answer: those of one protocol's plain
  /// extensions are all the same.
  private var last: (constraints: SubjectConstraints, answer: SubjectConstraints.Answer?)?

  init(base: any ExtensionBase.Type, _: ConformanceTable.Reading, explains: Bool = false) {
    self.base = base
    extended = base.extensibleProtocol
    self.explains = explains
    subject = TypeMetadata(base.subject)
  }

  /// Ends the process if the extension's predicate needs this answer itself.
  func applicability(of record: ExtensionRecord) -> Applicability {
    switch record.description {
    case .otherRuntime: .excluded(.runtime)
    case .otherCopy: .excluded(.otherProtocol)
    case .unanswered, .pointcut: .excluded(.unanswered)
    case .described(let description) where description.extended !== extended:
      .excluded(.otherProtocol)
    // The runtime can't make the type of a class that was compiled against another shape.
    case .described(let description) where !description.differences.isEmpty: .excluded(.shape)
    case .described(let description): applicability(of: record, description)
    }
  }

  private func applicability(
    of record: ExtensionRecord, _ description: ExtensionDescription
  ) -> Applicability {
    guard let found = answer(description.subjects) else {
      return .constraintFails(explains ? failing(description) : [])
    }
    let hasPredicate = record.registered.descriptor.hasPredicate
    if description.isConditional || hasPredicate { isOfDeclarations = false }
    var actor = found.actor
    // An accessor that has given a class once gives one for every subject.
    if !isOfDeclarations || record.candidate.value == nil {
      let link = linkClass(of: record, found.tables)
      // Nobody is on two actors.
      guard let link, actor == nil || link.actor == nil || actor == link.actor else {
        return description.isConditional
          ? .constraintFails(explains ? conditional(description) : []) : .excluded(.unanswered)
      }
      actor = link.actor ?? actor
      if hasPredicate, !AccessorStack.asking(record, for: base, { link.type._applies() }) {
        return .excluded(.predicate)
      }
    }
    return .applies(on: actor, isShared: !description.isConditional && actor == nil)
  }

  private func answer(_ constraints: SubjectConstraints) -> SubjectConstraints.Answer? {
    // The runtime has one existential type for each set of constraints.
    if let last, last.constraints.type.metadata == constraints.type.metadata { return last.answer }
    let answer = constraints.answer(for: subject, isOfDeclarations: &isOfDeclarations)
    last = (constraints, answer)
    return answer
  }

  /// The first constraint on the subject itself that fails; all of them if they hold on several
  /// global actors, where nobody is.
  private func failing(_ description: ExtensionDescription) -> [Int] {
    let failing = description.constraints.firstIndex { constraint in
      guard let constraint, let subjects = SubjectConstraints(TypeMetadata(constraint.type)) else {
        return false
      }
      return answer(subjects) == nil
    }
    return failing.map { [$0] } ?? Array(description.constraints.indices)
  }

  /// The constraints that the runtime alone knows.
  private func conditional(_ description: ExtensionDescription) -> [Int] {
    description.constraints.indices.filter { index in
      guard let constraint = description.constraints[index] else { return true }
      return SubjectConstraints(TypeMetadata(constraint.type))?.type.isPlain == false
    }
  }

  /// The class of an extension's links for the subject, perhaps on one global actor only; nil if a
  /// constraint fails, or if the accessor gives a class for another subject or protocol.
  private func linkClass(
    of record: ExtensionRecord, _ tables: [UnsafeRawPointer]
  ) -> (type: any ExtensionBase.Type, actor: TypeMetadata?)? {
    // Two base classes serve the same calls if two modules declare that the subject conforms.
    guard let known = AccessorRequest(accessor: record.accessor).linkClass(subject, tables),
      let superclass = known.type.superclass
    else { return nil }
    let inherited = TypeMetadata(base)
    // A class conforms by the table of its superclass.
    let link = known.type.metatype(base.tableOfBase, as: (any ExtensionBase.Type).self)
    guard superclass != inherited else { return (link, known.actor) }
    return superclass.descriptor == inherited.descriptor
      && link.subject == base.subject ? (link, known.actor) : nil
  }

  // MARK: Extensions that apply

  /// The requirements that an extension can answer wherever they are called.
  func answerable(_ requirements: [Int], by record: ExtensionRecord) -> [Int] {
    guard case .applies(let actor?, _) = applicability(of: record), isIsolating(actor) else {
      return requirements
    }
    let onActor = extended.requirements(on: actor.address)
    return requirements.filter { onActor.contains($0) }
  }

  /// Whether an actor that constraints need restricts where an extension can be called.
  ///
  /// It does not if the subject conforms to the extended protocol on that actor only.
  func isIsolating(_ actor: TypeMetadata) -> Bool {
    extended.descriptor.flatMap(base.actor) != actor
  }

  func constraints(of record: ExtensionRecord) -> [ExtensionConstraint] {
    guard case .described(let description) = record.description else { return [] }
    let known = description.constraints.compactMap { $0 }
    if known.count == description.constraints.count { return known }
    guard let found = answer(description.subjects) else { return known }
    var others = AccessorRequest(accessor: record.accessor).constraints(subject, found.tables)[...]
    return description.constraints.compactMap { $0 ?? others.popFirst() }
  }

  /// A new link of an extension that applies.
  func makeLink(_ record: ExtensionRecord, on successors: LinkSuccessors) -> ExtensionLink {
    guard case .described(let description) = record.description,
      let found = answer(description.subjects),
      let link = linkClass(of: record, found.tables)
    else {
      fatalError(
        """

        Graft: \(record.registered) applies to \(base.subjectName), and its accessor gives no \
        class for it. Only an accessor that is written by hand can do that.
        """)
    }
    return link.type.init(successors)
  }
}

extension ExtensionBase {
  /// The table by which the class conforms.
  fileprivate static var tableOfBase: UnsafeRawPointer {
    // An existential metatype consists of two words; `metatype(_:as:)` does the reverse.
    unsafeBitCast(
      self as any ExtensionBase.Type, to: (UnsafeRawPointer, UnsafeRawPointer).self
    ).1
  }
}
