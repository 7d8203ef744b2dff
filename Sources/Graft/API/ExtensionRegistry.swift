// SPDX-License-Identifier: Apache-2.0

/// What the process knows of extensions.
public enum ExtensionRegistry {
  /// The images that brought descriptors, in the order of their arrival.
  public static var images: [ExtensionImage] { Registry.shared.images }

  /// Every descriptor that the loader found. It has them on the first line of
  /// `main`.
  public static var descriptors: [RegisteredExtension] {
    Registry.shared.registeredExtensions
  }

  /// What is passed over, and why: by the loader, and for the subjects that were called or
  /// asked about so far. As of now, and in the same order however it came to be so.
  ///
  /// Costs a resolution for each of those subjects, if anything has changed since the last
  /// one.
  public static var diagnostics: [RegistryDiagnostic] {
    let copies = LoadedImages.loaderPaths
    return (copies.count > 1 ? [RegistryDiagnostic(.severalCopies(copies))] : [])
      + Registry.shared.diagnostics
  }

  /// The conflicts for the subjects that were called or asked about so far.
  public static var conflicts: [RegistryDiagnostic] {
    Registry.shared.diagnostics.filter(\.isConflict)
  }

  /// The builds of one identity in the order in which they were taken in. Of those that
  /// `load` accepted one is active; each that was opened with `dlopen` is, too.
  public static func generations(of identity: String) -> [ExtensionImage] {
    Registry.shared.generations(of: identity)
  }

  /// Who answers for the subject of a base class, such as `GreeterExtension<Dog>`.
  public static func resolution(of base: any ExtensionBase.Type) -> ExtensionResolution {
    stopAtOtherRuntime(base)
    return Registry.shared.resolution(of: base)
  }

  /// Takes an extension out of every chain, in whichever image it is, or all of a plug-in.
  ///
  /// - Parameter name: `Module.Name`, or the name in a plug-in's manifest. `GRAFT_BLOCK` does the same from outside.
  /// - Returns: the answers that are other ones now.
  @discardableResult
  public static func block(_ name: String) -> [ImageArrival.Change] {
    (try? Registry.shared.change(.block(name)))?.answers ?? []
  }

  /// Takes `block(_:)` back.
  ///
  /// - Parameters:
  ///   - name: as it was blocked.
  ///   - allowingConflicts: true to do so although it brings a conflict.
  /// - Throws: `UnblockingError` if it would bring one; then the name stays blocked.
  @discardableResult
  public static func unblock(
    _ name: String, allowingConflicts: Bool = false
  ) throws(UnblockingError) -> [ImageArrival.Change] {
    let conflicts = allowingConflicts ? [] : Registry.shared.conflicts(by: .unblock(name))
    if !conflicts.isEmpty { throw UnblockingError(name: name, conflicts: conflicts) }
    do throws(ChangeRefusal) {
      return try Registry.shared.change(.unblock(name), allowingConflicts: allowingConflicts)
        .answers
    } catch .conflicts(let conflicts) {
      throw UnblockingError(name: name, conflicts: conflicts)
    } catch {
      return []
    }
  }

  /// The names that are blocked.
  public static var blocked: Set<String> { Registry.shared.withState { $0.program.blocked } }

  /// Looks at all loaded images again. An image that only adds conformances
  /// announces nothing; after this, answers take it into account.
  public static func refresh() {
    LoadedImages.walk()
    Registry.shared.noticeConformances(always: true)
  }

  /// What the registry has done so far, and what it keeps.
  public static var statistics: RegistryStatistics {
    let registry = Registry.shared
    return RegistryStatistics(
      resolutions: registry.state.withLock { $0.asked.resolutionCount },
      links: registry.links.count, conformances: ConformanceTable.count,
      questions: SwiftRuntime.questionCount)
  }

  // MARK: For the code of @Extensible

  /// The link that a call of the requirement goes to. Resolves all requirements of
  /// the protocol for the subject and publishes them under the subject's key.
  public static func head(of base: any ExtensionBase.Type, _ requirement: Int) -> UInt {
    if let heads = Registry.shared.inheritedHeads(of: base) { return heads[requirement].bits }
    stopAtOtherRuntime(base)
    return Registry.shared.heads(of: base)[requirement].bits
  }

  /// The chains would not be the only thing to go wrong: Swift itself crashes where
  /// types of one copy of its runtime reach another.
  static func stopAtOtherRuntime(_ base: any ExtensionBase.Type) {
    let (subject, extended) = (base.subject, base.extensibleProtocol)
    guard let wanted = extended.descriptor, !SwiftRuntime.sees(subject, conformTo: wanted) else {
      return
    }
    fatalError(
      """
      Graft: the image of \(subject) has another Swift runtime than Graft, which sees no \
      conformance of it to \(extended.name). Link the executable with the dynamic Swift library, \
      without -static-stdlib or --static-swift-stdlib; or link all of it, Graft included, \
      into the executable, which then can't open plug-ins.
      """)
  }
}

extension ExtensionBase {
  /// Who answers for this subject, and why: as of now.
  public static var resolution: ExtensionResolution {
    ExtensionRegistry.resolution(of: Self.self)
  }
}

extension ExtensionRegistry {
  /// What was asked for by name and never met anything: of pointcuts, of records, of
  /// blocked names, and of advice for types by their names. As of now: an image that
  /// comes later can bring it.
  ///
  /// Looks at every type that a loaded image declares to conform to an extensible protocol.
  public static var unmatched: [UnmatchedName] {
    let known = KnownSubjects(ConformanceRecords())
    return UnmatchedNames(known, Registry.shared.namesAskedFor).all.inOrderOfDescription
  }
}

/// What the registry has done since the process began, and what it keeps: by these a program
/// sees what grows.
public struct RegistryStatistics: Equatable, Sendable {
  /// How often the chains of a subject were made, by a call, a change or a question.
  public let resolutions: Int
  /// The extension objects of all subjects. They live as long as the process.
  public let links: Int
  /// The conformances that the loaded images declare, each read once.
  public let conformances: Int
  /// How often the Swift runtime was asked whether a type conforms, which costs a search in
  /// all of them: for conformances with conditions or for an actor, for types from C, and at
  /// the first question about an extension.
  public let questions: Int
}

// The process has one of these, for generated code and for programs. Whatever is below this
// folder is given its registry.

extension Registry {
  static let shared: Registry = {
    Trace.tellUnmatchedAtExit()
    return Registry()
  }()
}
