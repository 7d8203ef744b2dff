// SPDX-License-Identifier: Apache-2.0

/// The extensions of the process.
public enum ExtensionRegistry {
  /// Whether this platform has a registry: whether its linkers bound the section with the
  /// extensions of an image, as those for ELF and Mach-O do.
  ///
  /// If not, a call of a requirement that the type itself does not implement ends the process.
  public static var isAvailable: Bool { Registry.isAvailable }

  /// The images with descriptors, in the order of their arrival.
  public static var images: [ExtensionImage] { Registry.shared.images.map(\.image) }

  /// All descriptors that the loader has found, which it has before `main`.
  public static var descriptors: [RegisteredExtension] {
    Registry.shared.images.flatMap(\.registered)
  }

  /// Everything that the loader and the registry ignore, for all subjects so far, in a
  /// fixed order.
  ///
  /// Costs a resolution for each of those subjects, if anything has changed since its last one.
  public static var diagnostics: [RegistryDiagnostic] {
    let copies = LoadedImages.loaderPaths
    return (copies.count > 1 ? [RegistryDiagnostic(.severalCopies(copies))] : [])
      + Registry.shared.diagnostics
  }

  /// The conflicts for all subjects of calls and questions so far.
  public static var conflicts: [RegistryDiagnostic] {
    Registry.shared.diagnostics.filter(\.isConflict)
  }

  /// The builds of one identity in the order of their arrival.
  ///
  /// One of those that `load` accepted is active at most, and each that `dlopen`
  /// opened.
  public static func generations(of identity: String) -> [ExtensionImage] {
    Registry.shared.withState { state in
      (state.program.images.generations[identity] ?? []).map { state.program.images[$0].image }
    }
  }

  /// The image of a plug-in, by its manifest's name or its identity: the one that counts, or else
  /// the one that was withdrawn last; nil if there is none.
  public static func image(named name: String) -> ExtensionImage? {
    let found = Registry.shared.images.filter { $0.pluginName == name || $0.image.identity == name }
    return (found.last { $0.state == .active } ?? found.last { $0.state == .withdrawn })?.image
  }

  /// The answers for the subject of a base class such as `GreeterExtension<Dog>`.
  public static func resolution(of base: any ExtensionBase.Type) -> ExtensionResolution {
    stopAtOtherRuntime(base)
    return Registry.shared.resolution(of: base)
  }

  /// Removes an extension from every chain, as `GRAFT_BLOCK` does from outside.
  ///
  /// - Parameters:
  ///   - name: the extension's name, `Module.Name`, or a plug-in's.
  ///   - dso: an address in the image with which the block counts: that of the call.
  /// - Returns: the changed answers.
  @safe
  @discardableResult
  public static func block(
    _ name: String, dso: UnsafeRawPointer = #dsohandle
  ) -> [ImageArrival.Change] {
    (try? Registry.shared.change(.block(name, by: Owner(dso))))?.changes.answers ?? []
  }

  /// Undoes `block(_:)`, whichever image has called it.
  ///
  /// - Parameters:
  ///   - name: the blocked name, `Module.Name`.
  ///   - allowingConflicts: true to allow conflicts.
  /// - Throws: `UnblockingError` for conflicts; then the name stays blocked.
  @discardableResult
  public static func unblock(
    _ name: String, allowingConflicts: Bool = false
  ) throws(UnblockingError) -> [ImageArrival.Change] {
    do throws(ChangeRefusal) {
      return try Registry.shared.change(
        .unblock(name), onConflict: allowingConflicts ? nil : .firstByName
      ).changes.answers
    } catch .conflicts(let conflicts) {
      throw UnblockingError(name: name, conflicts: conflicts)
    } catch {
      return []
    }
  }

  /// The blocked names.
  public static var blocked: Set<String> { Registry.shared.withState { $0.program.blocked } }

  /// Looks at all loaded images again, also at those that only add conformances and announce
  /// nothing.
  public static func refresh() {
    LoadedImages.walk()
    Registry.shared.refresh()
  }

  /// The registry's work so far.
  public static var statistics: RegistryStatistics {
    let registry = Registry.shared
    return RegistryStatistics(
      resolutions: registry.state.withLock { $0.resolved.resolutionCount },
      links: registry.links.count, conformances: ConformanceTable.count,
      questions: SwiftRuntime.questionCount)
  }

  // MARK: The code of @Extensible

  /// The link that a call of the requirement goes to.
  ///
  /// Resolves and publishes all requirements of the protocol for the subject.
  public static func head(of base: any ExtensionBase.Type, _ requirement: Int) -> UInt {
    if let heads = Registry.shared.inherited({ $0.publishAgain(base) }) {
      return heads[requirement].bits
    }
    stopAtOtherRuntime(base)
    return Registry.shared.heads(of: base)[requirement].bits
  }

  /// Ends the process before Swift crashes with types of another copy of its runtime.
  static func stopAtOtherRuntime(_ base: any ExtensionBase.Type) {
    let (subject, extended) = (base.subject, base.extensibleProtocol)
    guard let wanted = extended.descriptor,
      TypeMetadata(subject).table(for: wanted) == nil
    else { return }
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
  /// The answers for this subject, with explanations.
  public static var resolution: ExtensionResolution {
    ExtensionRegistry.resolution(of: Self.self)
  }
}

extension ExtensionRegistry {
  /// The names that match nothing: in pointcuts, records, blocked names, and advice
  /// for types by name.
  ///
  /// A later image can bring them.
  ///
  /// Reads every type that a loaded image declares to conform to an extensible
  /// protocol.
  public static var unmatched: [UnmatchedName] {
    let known = KnownSubjects(ConformanceTable.read())
    return UnmatchedNames(known, in: Registry.shared).all.inOrderOfDescription
  }
}

/// The registry's work since the process began, and the size of its tables.
public struct RegistryStatistics: Equatable, Sendable {
  /// The number of times that the chains of a subject were resolved, by calls,
  /// changes and questions.
  public let resolutions: Int
  /// The number of extension objects, which live as long as the process.
  public let links: Int
  /// The number of conformances that the loaded images declare.
  public let conformances: Int
  /// The number of times that the Swift runtime searched all conformances: for those
  /// with conditions or an actor, for types from C, and for the first question about
  /// an extension.
  public let questions: Int
}

// The registry of generated code and programs. Only this folder refers to it.

extension Registry {
  static let shared: Registry = {
    Trace.tellUnmatchedAtExit()
    return Registry(isShared: true)
  }()
}
