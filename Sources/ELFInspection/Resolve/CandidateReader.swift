// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// Finds an extension's class by its name, and reads the constraints of its
/// subject.
struct CandidateReader {
  private let program: SwiftProgram
  private let files: ProgramFiles
  /// The classes by name; the classes of protocols' own defaults by module and
  /// source location.
  private var classes: [String: [Declaration]] = [:]
  private let filesByOrigin: [Origin: SwiftFile]

  /// The most superclasses that are followed.
  private static let deepest = 16

  init(_ program: SwiftProgram, _ files: ProgramFiles) {
    (self.program, self.files) = (program, files)
    filesByOrigin = Dictionary(program.files.map { ($0.origin, $0) }) { first, _ in first }
    for file in program.files where !file.isOfToolchain {
      program.eachType(in: file) { declared, context throws(InspectionError) in
        guard context.kind == .class, context.flags.isGeneric else { return }
        let name = program.name(declared)
        classes[Self.nameOfDefault(name) ?? name, default: []].append(declared)
      }
    }
  }

  /// The name of the class that `@Default` writes for a protocol extension,
  /// which has no name of its own: `Shop@Order_swift_7`.
  private static func nameOfDefault(_ name: String) -> String? {
    guard let start = name.firstRange(of: "default_"),
      let end = name[start.upperBound...].firstRange(of: "fMu")
    else { return nil }
    return name.prefix { $0 != "." } + "@" + name[start.upperBound..<end.lowerBound]
  }

  /// The key in `classes`; a default's is its location:
  /// `Shop.Order@Order.swift:7`.
  private static func name(_ extensionName: String) -> String {
    guard let mark = extensionName.firstIndex(of: "@") else { return extensionName }
    let place = extensionName[extensionName.index(after: mark)...]
    return extensionName.prefix { $0 != "." } + "@"
      + place.map { $0.isLetter || $0.isNumber ? $0 : "_" }
  }

  /// An extension that names a protocol.
  enum Meaning {
    case candidate(FileCandidate)
    /// It does not count, for this reason.
    case excluded(String)

    var candidate: FileCandidate? {
      if case .candidate(let found) = self { found } else { nil }
    }
  }

  /// The meaning of an extension for a protocol whose name it gives.
  func meaning(
    _ located: LocatedDescriptor, number: Int, of extended: ExtensibleProtocol
  ) -> Meaning {
    let now = extended.compiled
    let compiled = (filesByOrigin[located.origin]?.compiledProtocols ?? []).filter {
      $0.name == now.name
    }
    // Modules of one file can have been compiled against different forms.
    let then = compiled.count == 1 && compiled[0].shape != now.shape ? compiled[0] : now
    func excluded() -> Meaning {
      .excluded(
        "it was compiled against another form of \(now.name): "
          + then.differences(to: now).joined(separator: ", "))
    }
    guard then.isStart(of: now) else { return excluded() }
    let requirements = Set(
      located.descriptor.requirements.flatMap {
        extended.requirements(named: $0, among: then.requirements.count)
      })
    let plugin = files.plugin(of: located)
    func unknown(_ why: String) -> Meaning {
      .candidate(
        FileCandidate(
          located: located, plugin: plugin, number: number, requirements: requirements,
          conditions: nil, constraints: [], isRefined: false, obstacle: why))
    }
    let all = classes[Self.name(located.descriptor.extensionName)] ?? []
    let own = all.filter { program.file($0)?.origin == located.origin }
    let found = own.isEmpty ? all : own
    if found.isEmpty { return unknown("its class is not in the files") }
    do throws(InspectionError) {
      var signatures: [GenericSignature] = []
      for declaration in found where try extends(declaration, extended) {
        guard let context = try program.context(declaration),
          var signature = try program.signature(ofClass: context)
        else { return unknown("its class does not have exactly one generic parameter") }
        if then.shape != now.shape, !context.flags.hasResilientSuperclass { return excluded() }
        signature.conditions = signature.conditions.map { meant($0, extended) }
        signatures.append(signature)
      }
      guard let signature = signatures.first else {
        return .excluded("it extends another protocol of this name")
      }
      // Classes in functions can share a name; if they have the same
      // constraints, any of them will do.
      guard signatures.allSatisfy({ $0 == signature }) else {
        return unknown("\(signatures.count) classes have its name")
      }
      var matching = ConstraintMatching(
        program, signature, extended, of: located.descriptor.extensionName)
      let constraints = try matching.constraints(located.descriptor)
      return .candidate(
        FileCandidate(
          located: located, plugin: plugin, number: number, requirements: requirements,
          conditions: signature.conditions, constraints: constraints,
          isRefined: try matching.isRefined(constraints),
          obstacle: matching.unmatched.map {
            (["the meaning of its constraint \($0) is unknown"] + signature.unknown)
              .joined(separator: ": ")
          }))
    } catch {
      return unknown(error.text)
    }
  }

  /// Rewrites a default's conditions.
  ///
  /// Defaults are called through a protocol that refines the extended one and that no
  /// type conforms to.
  private func meant(
    _ condition: GenericSignature.Condition, _ extended: ExtensibleProtocol
  ) -> GenericSignature.Condition {
    guard case .conforms(.parameter(0), let found) = condition,
      program.name(found).hasSuffix("._GraftDefaultsOf" + extended.unqualifiedName)
    else { return condition }
    return .conforms(.parameter(0), extended.declaration)
  }

  private func extends(
    _ declaration: Declaration, _ extended: ExtensibleProtocol
  ) throws(InspectionError) -> Bool {
    var next = declaration
    for _ in 0..<Self.deepest {
      if next == extended.baseClass { return true }
      guard let context = try program.context(next),
        let parent = try program.superclass(of: context)?.declaration
      else { return false }
      next = parent
    }
    return false
  }
}
