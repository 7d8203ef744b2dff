// SPDX-License-Identifier: Apache-2.0

import CGraftLoader
import CLibrary
import GraftDescriptors

/// Finds names that match nothing.
struct UnmatchedNames {
  private let known: KnownSubjects
  private let blockedNames: Set<String>
  /// The names of the extensions of all images, and of the plug-ins.
  private let extensionNames: Set<String>
  /// The records of the images that count.
  private let records: [RegisteredExtension]
  private let advisedNames: Set<String>
  /// The base classes of known subjects, and of all calls and questions.
  private let bases: [any ExtensionBase.Type]

  init(_ known: KnownSubjects, in registry: Registry) {
    self.known = known
    advisedNames = Set(
      registry.installedAdvice.compactMap { advice -> String? in
        if case .typeNamed(let name) = advice.scope { name } else { nil }
      })
    (blockedNames, extensionNames, records, bases) = registry.withState { state in
      let all = state.program.images.entries.map { ($0, $0.registered) }
      return (
        state.program.blocked,
        Set(all.flatMap { $0.1.map(\.name) + [$0.0.pluginName].compactMap(\.self) }),
        all.filter { $0.0.state == .active }.flatMap(\.1),
        known.subjects.map(\.base) + state.resolved.all.map(\.base)
      )
    }
  }

  var all: [UnmatchedName] { blocked + records.flatMap(ofRecord) + adviceSubjects }

  private var blocked: [UnmatchedName] {
    blockedNames.compactMap {
      extensionNames.contains($0)
        ? nil : UnmatchedName(.blockedExtension, $0, among: extensionNames)
    }
  }

  private var adviceSubjects: [UnmatchedName] {
    let subjects = bases.map { subjectName($0) }
    return advisedNames.compactMap { name in
      subjects.contains(name) || mayBeGeneric(Pattern(name), name, of: known.protocolNames)
        ? nil : UnmatchedName(.subject, name, among: subjects)
    }
  }

  private func ofRecord(_ record: RegisteredExtension) -> [UnmatchedName] {
    switch record.descriptor.kind {
    case .extension, .advice: ofNamedProtocol(record)
    case .pointcut: ofPointcut(record)
    }
  }

  private func ofNamedProtocol(_ record: RegisteredExtension) -> [UnmatchedName] {
    let descriptor = record.descriptor
    let name = descriptor.unqualifiedProtocolName
    if known.protocolNames.contains(where: { unqualified($0) == name }) { return [] }
    return [
      UnmatchedName(.protocolName, descriptor.protocolName, by: record, among: known.protocolNames)
    ]
  }

  private func ofPointcut(_ record: RegisteredExtension) -> [UnmatchedName] {
    let protocols = record.descriptor.protocolPatterns.map { (text: $0, pattern: Pattern($0)) }
    func matches(_ pattern: Pattern, _ name: String) -> Bool {
      pattern.matches(name) || pattern.matches(unqualified(name))
    }
    func matches(_ name: String) -> Bool { protocols.contains { matches($0.pattern, name) } }
    let chosen = known.protocolNames.filter(matches)
    let unmatched = protocols.filter { one in !chosen.contains { matches(one.pattern, $0) } }
      .map { UnmatchedName(.protocolName, $0.text, by: record, among: known.protocolNames) }
    guard unmatched.isEmpty else { return unmatched }
    let bases = bases.filter { matches($0.extensibleProtocol.qualifiedName) }
    return requirements(record, bases, of: chosen) + subjects(record, bases, of: chosen)
  }

  private func requirements(
    _ record: RegisteredExtension, _ bases: [any ExtensionBase.Type], of chosen: [String]
  ) -> [UnmatchedName] {
    let seen = bases.map { $0.extensibleProtocol.qualifiedName }
    // The requirements of a protocol without subjects are unknown.
    guard chosen.without(seen).isEmpty else { return [] }
    let existing = bases.flatMap { $0.extensibleProtocol.requirements.map(\.name) }
    return record.descriptor.requirements.filter { pattern in
      let pattern = Pattern(pattern.text)
      return !existing.contains {
        pattern.matches($0.text) || pattern.matches($0.untyped.text)
      }
    }.map { UnmatchedName(.requirement, $0.text, by: record, among: existing.map(\.text)) }
  }

  private func subjects(
    _ record: RegisteredExtension, _ bases: [any ExtensionBase.Type], of chosen: [String]
  ) -> [UnmatchedName] {
    guard let text = record.descriptor.subjects else { return [] }
    let pattern = Pattern(text)
    let existing = bases.map { subjectName($0) }
    if existing.contains(where: pattern.matches) || mayBeGeneric(pattern, text, of: chosen) {
      return []
    }
    return [UnmatchedName(.subject, text, by: record, among: existing)]
  }

  /// Whether a generic type with arguments can match.
  private func mayBeGeneric(
    _ pattern: Pattern, _ text: String, of protocolNames: [String]
  ) -> Bool {
    let withoutArguments = Pattern(String(text.prefix { $0 != "<" }))
    return known.generic.contains { generic in
      protocolNames.contains(generic.protocolName)
        && (pattern.matches(generic.type.qualifiedName + "<>")
          || withoutArguments.matches(generic.type.qualifiedName))
    }
  }

  private func subjectName(_ base: any ExtensionBase.Type) -> String {
    SwiftRuntime.name(of: base.subject, isQualified: true)
  }

  private func unqualified(_ name: String) -> String {
    ExtensionDescriptor.unqualified(protocolName: name)
  }
}

extension Trace {
  /// Traces names that match nothing.
  static func loadUnmatched(_ when: String) {
    // A child of fork must not ask the Swift runtime.
    guard isOn(.load), graft_fork_count() == 0 else { return }
    for name in ExtensionRegistry.unmatched { tell(.unmatched(name, when: when)) }
  }

  static func tellUnmatchedAtExit() {
    guard isOn(.load) else { return }
    _ = atexit { Trace.loadUnmatched("to the end") }
  }
}
