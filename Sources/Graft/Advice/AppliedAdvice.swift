// SPDX-License-Identifier: Apache-2.0

/// The advice that applies to one subject.
struct SubjectAdvice {
  /// All advice, the outermost first.
  private(set) var all: [AppliedAdvice]
  private(set) var diagnostics: [RegistryDiagnostic] = []

  /// Finds the advice.
  ///
  /// Asks the accessors of the images' advice: no lock may be held.
  init(
    _ records: [ExtensionRecord], _ installed: [ChainAdvice.Entry], of extensions: SubjectExtensions
  ) {
    var registered: [RegisteredExtension] = []
    var ofImages: [AppliedAdvice] = []
    for record in records {
      guard let applied = AppliedAdvice(record, of: extensions, &diagnostics) else { continue }
      registered.append(record.registered)
      ofImages.append(applied)
    }
    // A copy that does not apply is no duplicate.
    let duplicates = Duplicates(registered)
    for (copy, image) in duplicates.among(registered) {
      diagnostics.append(RegistryDiagnostic(.duplicate(of: image), extension: copy))
    }
    all = (duplicates.without(ofImages) + Self.joined(installed).map { AppliedAdvice($0) })
      .inOrder { $0.comesBefore($1) }
  }

  /// Joins the advice of objects, and of tasks, that only its age tells apart.
  private static func joined(_ entries: [ChainAdvice.Entry]) -> [ChainAdvice.Entry] {
    var groups: [[SelectedAdvice]] = []
    for new in entries.compactMap({ $0 as? SelectedAdvice }) {
      if let group = groups.firstIndex(where: { $0[0].position.isTied(with: new.position) }) {
        groups[group].append(new)
      } else {
        groups.append([new])
      }
    }
    return entries.filter { !($0 is SelectedAdvice) }
      + groups.map { $0.count == 1 ? $0[0] : SelectedAdvice(joining: $0) }
  }

  func explanations(of requirement: Int) -> [ExtensionResolution.Advice] {
    all.filter { $0.requirements.contains(requirement) }.flatMap(\.explanations)
  }
}

/// An advice that applies to a subject.
struct AppliedAdvice {
  enum Source {
    case installed(ChainAdvice.Entry)
    /// A class in an image's section.
    case record(ExtensionRecord)
    /// A class with a pointcut in an image's section.
    case pointcut(ExtensionRecord)
  }

  let source: Source
  let kind: AdviceKind
  let requirements: [Int]
  private let precedence: Int
  /// The order of advice of one precedence.
  ///
  /// Advice of images is older than installed advice.
  private let order: (kind: Int, scope: Int, depth: Int, id: UInt64, name: String)

  /// Whether it is a class of advice, whose objects are links.
  var isLink: Bool {
    if case .record = source { true } else { false }
  }

  /// Whether a program has installed it.
  var isInstalled: Bool {
    if case .installed = source { true } else { false }
  }

  init(_ entry: ChainAdvice.Entry) {
    let (position, linked) = (entry.position, entry.linked)
    (source, kind, requirements) = (.installed(entry), linked.body.kind, [position.requirement])
    precedence = position.precedence
    // Advice of tasks is inside of other advice.
    let id = position.isForTasks ? .max : linked.id
    order = (position.rank, position.scope.rank, position.scope.depth, id, "")
  }

  /// Creates the advice of a record; nil if it does not apply to the call's subject.
  ///
  /// Asks the accessor: no lock may be held.
  init?(
    _ record: ExtensionRecord, of extensions: SubjectExtensions,
    _ diagnostics: inout [RegistryDiagnostic]
  ) {
    let descriptor = record.registered.descriptor
    switch descriptor.kind {
    case .extension: return nil
    case .pointcut:
      // Another copy of Graft has a class of its own, whose advice is for its registry.
      guard case .pointcut(let type) = record.description, type.type is PointcutAdvice.Type else {
        if case .unanswered = record.description {
          diagnostics.append(RegistryDiagnostic(.unanswered, extension: record.registered))
        }
        return nil
      }
      (source, kind) = (.pointcut(record), .pointcut)
      let all = extensions.base.extensibleProtocol.requirements
      requirements = Pointcut(descriptor).requirements(of: extensions.base)
        .filter { all[$0].obstacle == nil }
    case .advice:
      let outcome = extensions.applicability(of: record)
      guard case .applies = outcome else {
        if let flaw = outcome.flaw(of: record, in: extensions.extended) { diagnostics.append(flaw) }
        return nil
      }
      var found: [Int] = []
      for (name, numbers) in record.requirements(in: extensions.extended) ?? [] {
        found += numbers.without(found)
        if numbers.isEmpty {
          diagnostics.append(
            RegistryDiagnostic(
              .unknownRequirement(name, protocolName: extensions.extended.name),
              extension: record.registered))
        }
      }
      (source, kind) = (.record(record), .around)
      requirements = extensions.answerable(found.inOrder(<), by: record)
    }
    if requirements.isEmpty { return nil }
    precedence = Int(descriptor.priority)
    order = (kind.rank, 0, .max, 0, record.registered.name)
  }

  func comesBefore(_ other: AppliedAdvice) -> Bool {
    precedence == other.precedence ? order < other.order : precedence > other.precedence
  }

  fileprivate var explanations: [ExtensionResolution.Advice] {
    switch source {
    case .installed(let entry): entry.installed.map(\.explanation)
    case .record(let record), .pointcut(let record):
      [
        ExtensionResolution.Advice(
          kind: kind, name: nil, subjects: nil, precedence: nil, source: nil,
          extension: record.registered)
      ]
    }
  }
}

extension InstalledAdvice {
  fileprivate var explanation: ExtensionResolution.Advice {
    ExtensionResolution.Advice(
      kind: body.kind, name: options.name, subjects: scope.description,
      precedence: options.precedence, source: source, extension: nil)
  }
}
