// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// Finds the class of an extension by its name, and reads what it asks of its subject.
struct CandidateReader {
  private let program: SwiftProgram
  private var classes: [String: [Declaration]] = [:]

  /// The most superclasses that are followed, one above the other.
  private static let deepest = 16

  init(_ program: SwiftProgram) {
    self.program = program
    for file in program.files where !file.isOfToolchain {
      for entry in file.addresses(of: SwiftFile.SectionName.types, by: 4) {
        program.trying(file.origin) { () throws(InspectionError) in try add(file, entry) }
      }
    }
  }

  /// The two lowest bits say how the type is named: 0 is directly.
  private mutating func add(_ file: SwiftFile, _ entry: UInt64) throws(InspectionError) {
    let word = try file.memory.u32(at: entry)
    guard word != 0, word & 3 == 0 else { return }
    let declaration = Declaration.described(
      file: file.number, address: entry &+ UInt64(bitPattern: Int64(Int32(bitPattern: word))))
    guard let context = try program.context(declaration), context.kind == .class,
      context.isGeneric
    else { return }
    classes[program.name(declaration), default: []].append(declaration)
  }

  /// What an extension is for a protocol; nil if it extends another one of the name.
  func candidate(
    _ located: LocatedDescriptor, number: Int, of extended: ExtensibleProtocol
  ) -> FileCandidate? {
    let requirements = Set(
      located.descriptor.requirements.flatMap { extended.requirements(named: $0) })
    func unknown(_ why: String) -> FileCandidate {
      FileCandidate(
        located: located, number: number, requirements: requirements, conditions: nil,
        constraints: [], isRefined: false, obstacle: why)
    }
    let all = classes[located.descriptor.extensionName] ?? []
    let own = all.filter { program.file($0)?.origin == located.origin }
    let found = own.isEmpty ? all : own
    guard let declaration = found.first else { return unknown("its class is not in the files") }
    guard found.count == 1 else {
      return unknown("\(found.count) classes have its name")
    }
    do throws(InspectionError) {
      guard try extends(declaration, extended) else { return nil }
      guard let context = try program.context(declaration),
        let signature = try program.signature(ofClass: context)
      else { return unknown("its class has not one generic parameter") }
      var matching = ConstraintMatching(program, signature, extended)
      let constraints = try matching.constraints(located.descriptor)
      return FileCandidate(
        located: located, number: number, requirements: requirements,
        conditions: signature.conditions, constraints: constraints,
        isRefined: try matching.isRefined(constraints),
        obstacle: matching.unmatched.map { "what it means by \($0) is not known" })
    } catch {
      return unknown(error.text)
    }
  }

  private func extends(
    _ declaration: Declaration, _ extended: ExtensibleProtocol
  ) throws(InspectionError) -> Bool {
    var next = declaration
    for _ in 0..<Self.deepest {
      if next == extended.baseClass { return true }
      guard let context = try program.context(next), context.kind == .class,
        let superclass = try context.superclass,
        case .nominal(let parent, _)? = try program.type(context.file, at: superclass)
      else { return false }
      next = parent
    }
    return false
  }
}
