// SPDX-License-Identifier: Apache-2.0

import CGraft
@testable import Graft
import GraftDescriptors
import Testing

@Extensible
protocol Gondola {
  associatedtype Load
  func cross() -> String
}
extension Gondola {
  typealias Load = Int
}

@Extensible
private protocol Boat {
  func row()
}
private struct Wherry: Boat {}

private protocol Painted {}
private protocol Laden<Weight> {
  associatedtype Weight
}
private class Vessel {}

private struct Skiff: Gondola {}
private final class Barge: Vessel, Gondola, Painted, Laden {
  typealias Weight = Int
  typealias Load = String
}
private final class Lighter: Gondola, Painted, Laden { typealias Weight = String }
private struct Raft: Gondola, Painted, Laden { typealias Weight = Int }

private final class Plain<Subject: Gondola>: GondolaExtension<Subject> {}
private final class OfVessels<Subject: Gondola & Vessel & Painted>: GondolaExtension<Subject> {}
private final class OfObjects<Subject: Gondola & AnyObject>: GondolaExtension<Subject> {}
private final class OfLaden<Subject: Gondola & Laden<Int>>: GondolaExtension<Subject> {}
private final class OfStrings<Subject: Gondola & Painted>: GondolaExtension<Subject>
where Subject.Load == String {}

private enum StringsCondition<Subject: Gondola & Painted> {}
extension StringsCondition: ConditionalExtension where Subject.Load == String {
  static var linkClass: ExtensionLink.Type { OfStrings<Subject>.self }
  static var constraints: [ExtensionConstraint] {
    [.init("Subject.Load", isSameTypeAs: String.self)]
  }
}

private struct Crew {}
extension Crew: @MainActor Painted {}
private struct Launch: Gondola, Painted { typealias Load = Crew }
private final class OfPaintedLoads<Subject: Gondola & Painted>: GondolaExtension<Subject>
where Subject.Load: Painted {}

private enum PaintedLoadsCondition<Subject: Gondola & Painted> {}
extension PaintedLoadsCondition: ConditionalExtension where Subject.Load: Painted {
  static var linkClass: ExtensionLink.Type { OfPaintedLoads<Subject>.self }
  static var constraints: [ExtensionConstraint] {
    [.init("Subject.Load", conformsTo: (any Painted & Sendable).self)]
  }
}

/// The number of descriptions.
private nonisolated(unsafe) var described = 0

private func count(_ request: UnsafePointer<graft_request>?) -> UnsafePointer<graft_request> {
  if request!.pointee.operation == GRAFT_OPERATION_DESCRIBE { described += 1 }
  return request!
}

private func plain(
  _ request: UnsafePointer<graft_request>?
) -> UnsafeMutableRawPointer? {
  func open<Subject: Gondola>(_: Subject.Type) -> ExtensionLink.Type { Plain<Subject>.self }
  return ExtensionAccessor.answer(
    count(request), extending: _GraftGondola._description(), compiledShape: _GraftGondola._shape()
  ) { (subject: any Gondola.Type) in open(subject) }
}
private func ofVessels(
  _ request: UnsafePointer<graft_request>?
) -> UnsafeMutableRawPointer? {
  func open<Subject: Gondola & Vessel & Painted>(_: Subject.Type) -> ExtensionLink.Type {
    OfVessels<Subject>.self
  }
  return ExtensionAccessor.answer(
    request!, extending: _GraftGondola._description(), compiledShape: _GraftGondola._shape(),
    constraints: [
      .init("Subject", conformsTo: (any Vessel & Sendable).self),
      .init("Subject", conformsTo: (any Painted & Sendable).self),
    ]
  ) { (subject: any (Gondola & Vessel & Painted).Type) in open(subject) }
}
private func ofObjects(
  _ request: UnsafePointer<graft_request>?
) -> UnsafeMutableRawPointer? {
  func open<Subject: Gondola & AnyObject>(_: Subject.Type) -> ExtensionLink.Type {
    OfObjects<Subject>.self
  }
  return ExtensionAccessor.answer(
    request!, extending: _GraftGondola._description(), compiledShape: _GraftGondola._shape(),
    constraints: [.init("Subject", conformsTo: (any AnyObject & Sendable).self)]
  ) { (subject: any (Gondola & AnyObject).Type) in open(subject) }
}
private func ofLaden(
  _ request: UnsafePointer<graft_request>?
) -> UnsafeMutableRawPointer? {
  func open<Subject: Gondola & Laden<Int>>(_: Subject.Type) -> ExtensionLink.Type {
    OfLaden<Subject>.self
  }
  return ExtensionAccessor.answer(
    request!, extending: _GraftGondola._description(), compiledShape: _GraftGondola._shape(),
    constraints: [.init("Subject", conformsTo: (any Laden<Int> & Sendable).self)]
  ) { (subject: any (Gondola & Laden<Int>).Type) in open(subject) }
}
private func ofStrings(
  _ request: UnsafePointer<graft_request>?
) -> UnsafeMutableRawPointer? {
  func open<Subject: Gondola & Painted>(_: Subject.Type) -> Any.Type {
    StringsCondition<Subject>.self
  }
  return ExtensionAccessor.answer(
    request!, extending: _GraftGondola._description(), compiledShape: _GraftGondola._shape(),
    constraints: [.init("Subject", conformsTo: (any Painted & Sendable).self), nil],
    if: { (subject: any (Gondola & Painted).Type) in open(subject) })
}

private func ofPaintedLoads(
  _ request: UnsafePointer<graft_request>?
) -> UnsafeMutableRawPointer? {
  func open<Subject: Gondola & Painted>(_: Subject.Type) -> Any.Type {
    PaintedLoadsCondition<Subject>.self
  }
  return ExtensionAccessor.answer(
    request!, extending: _GraftGondola._description(), compiledShape: _GraftGondola._shape(),
    constraints: [.init("Subject", conformsTo: (any Painted & Sendable).self), nil],
    if: { (subject: any (Gondola & Painted).Type) in open(subject) })
}

extension Applicability {
  fileprivate static var everywhere: Self { applies(on: nil, isShared: true) }
  fileprivate static var conditionally: Self { applies(on: nil, isShared: false) }
}

@Suite("Accessors", .serialized)
struct AccessorTests {
  private func record(
    _ accessor: @escaping graft_accessor, protocolName: String = "Gondola",
    constraints: [String] = []
  ) throws -> ExtensionRecord {
    let image = try #require(ExtensionRegistry.images.first)
    let registered = RegisteredExtension(
      descriptor: ExtensionDescriptor(
        protocolName: protocolName, extensionName: "Tests.Crossing", constraints: constraints),
      image: image, offset: 0)
    return ExtensionRecord(
      id: RecordID(image: 0, index: 0), registered: registered, accessor: accessor, plugin: nil)
  }

  private func outcome(
    _ base: any ExtensionBase.Type, _ accessor: @escaping graft_accessor, explains: Bool = false
  ) throws -> Applicability {
    try SubjectExtensions(base: base, ConformanceTable.read(), explains: explains)
      .applicability(of: record(accessor))
  }

  @Test("An accessor is asked once for its description")
  func once() throws {
    described = 0
    let record = try record(plain)
    for base in [GondolaExtension<Skiff>.self, GondolaExtension<Raft>.self]
      as [any ExtensionBase.Type]
    {
      #expect(
        SubjectExtensions(base: base, ConformanceTable.read()).applicability(of: record)
          == .everywhere)
    }
    #expect(described == 1)
  }

  @Test("A superclass, an object, a protocol and an associated type decide")
  func constraints() throws {
    #expect(try outcome(GondolaExtension<Barge>.self, ofVessels) == .everywhere)
    #expect(try outcome(GondolaExtension<Lighter>.self, ofVessels) == .constraintFails([]))
    #expect(try outcome(GondolaExtension<Raft>.self, ofVessels) == .constraintFails([]))
    #expect(try outcome(GondolaExtension<Lighter>.self, ofObjects) == .everywhere)
    #expect(try outcome(GondolaExtension<Raft>.self, ofObjects) == .constraintFails([]))
    #expect(try outcome(GondolaExtension<Barge>.self, ofLaden) == .conditionally)
    #expect(try outcome(GondolaExtension<Raft>.self, ofLaden) == .conditionally)
    #expect(try outcome(GondolaExtension<Lighter>.self, ofLaden) == .constraintFails([]))
    #expect(try outcome(GondolaExtension<Skiff>.self, ofLaden) == .constraintFails([]))
    #expect(try outcome(GondolaExtension<Barge>.self, ofStrings) == .conditionally)
    #expect(try outcome(GondolaExtension<Lighter>.self, ofStrings) == .constraintFails([]))
    #expect(try outcome(GondolaExtension<Skiff>.self, ofStrings) == .constraintFails([]))
  }

  @Test("An associated type that conforms on an actor decides the same wherever it is asked")
  func isolated() async throws {
    func expectMainActor() throws {
      let found = try outcome(GondolaExtension<Launch>.self, ofPaintedLoads)
      #expect(found == .applies(on: TypeMetadata(MainActor.self), isShared: false))
    }
    try expectMainActor()
    try await MainActor.run { try expectMainActor() }
  }

  @Test("The constraint that fails is found")
  func failing() throws {
    func failing(
      _ base: any ExtensionBase.Type, _ accessor: @escaping graft_accessor
    ) throws -> Applicability {
      try outcome(base, accessor, explains: true)
    }
    #expect(try failing(GondolaExtension<Lighter>.self, ofVessels) == .constraintFails([0]))
    #expect(try failing(GondolaExtension<Skiff>.self, ofObjects) == .constraintFails([0]))
    #expect(try failing(GondolaExtension<Skiff>.self, ofLaden) == .constraintFails([0]))
    #expect(try failing(GondolaExtension<Lighter>.self, ofLaden) == .constraintFails([0]))
    #expect(try failing(GondolaExtension<Skiff>.self, ofStrings) == .constraintFails([0]))
    #expect(try failing(GondolaExtension<Lighter>.self, ofStrings) == .constraintFails([1]))
  }

  @Test("The constraints that rank an extension are those of the subject")
  func ranking() throws {
    let extensions = SubjectExtensions(
      base: GondolaExtension<Barge>.self, ConformanceTable.read())
    func paths(_ accessor: @escaping graft_accessor) throws -> [String] {
      extensions.constraints(of: try record(accessor)).map(\.path)
    }
    #expect(try paths(plain) == [])
    #expect(try paths(ofVessels) == ["Subject", "Subject"])
    #expect(try paths(ofStrings) == ["Subject", "Subject.Load"])
  }

  @Test("A link is of the extension's class")
  func links() throws {
    let extensions = SubjectExtensions(
      base: GondolaExtension<Barge>.self, ConformanceTable.read())
    for (accessor, type) in [
      (plain, Plain<Barge>.self), (ofVessels, OfVessels<Barge>.self),
      (ofLaden, OfLaden<Barge>.self), (ofStrings, OfStrings<Barge>.self),
    ] as [(graft_accessor, ExtensionLink.Type)] {
      let record = try record(accessor)
      guard case .applies = extensions.applicability(of: record) else {
        Issue.record("\(type) does not apply")
        continue
      }
      let link = extensions.makeLink(record, on: .allocate([]))
      #expect(Swift.type(of: link) == type)
    }
  }

  @Test("An extension of another protocol, or without an answer, does not apply")
  func others() throws {
    #expect(try outcome(BoatExtension<Wherry>.self, plain) == .excluded(.otherProtocol))
    #expect(try outcome(GondolaExtension<Skiff>.self) { _ in nil } == .excluded(.unanswered))
    let classless = try outcome(GondolaExtension<Skiff>.self) { request in
      request!.pointee.operation == GRAFT_OPERATION_DESCRIBE ? plain(request) : nil
    }
    #expect(classless == .excluded(.unanswered))
    let other = try outcome(GondolaExtension<Skiff>.self) { request in
      request!.pointee.response!.pointee.outcome = UInt32(GRAFT_OUTCOME_OTHER_RUNTIME)
      return nil
    }
    #expect(other == .excluded(.runtime))
  }

  @Test("An accessor that takes its answer back ends the process, which names the extension")
  func withdrawnAnswer() async {
    let classless = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let extensions = SubjectExtensions(
        base: GondolaExtension<Skiff>.self, ConformanceTable.read())
      let record = try AccessorTests().record { request in
        request!.pointee.operation == GRAFT_OPERATION_DESCRIBE ? plain(request) : nil
      }
      _ = extensions.makeLink(record, on: .allocate([]))
    }
    #expect(
      classless.text.contains("Tests.Crossing") && classless.text.contains("gives no class for it"),
      "\(classless.text)")
    let objectless = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let record = try AccessorTests().record { _ in nil }
      _ = AdviceLinkTable().pointcutBody(record, GondolaExtension<Skiff>.self, 0)
    }
    #expect(
      objectless.text.contains("Tests.Crossing") && objectless.text.contains("makes no object of"),
      "\(objectless.text)")
  }

  /// What came of a request.
  private func ask(
    _ accessor: graft_accessor, _ operation: Int, _ subject: Any.Type?,
    _ tables: [UnsafeRawPointer?] = [], runtime: Any.Type = Int.self
  ) -> (result: UnsafeMutableRawPointer?, outcome: Int) {
    var response = graft_response()
    response.size = UInt32(MemoryLayout<graft_response>.size)
    return withUnsafeMutablePointer(to: &response) { response in
      tables.withUnsafeBufferPointer { tables in
        var request = graft_request()
        request.size = UInt32(MemoryLayout<graft_request>.size)
        request.operation = UInt32(operation)
        request.runtime = TypeMetadata(runtime).address
        request.subject = subject.map { TypeMetadata($0).address }
        (request.tables, request.table_count) = (tables.baseAddress, UInt64(tables.count))
        request.response = response
        return (accessor(&request), Int(response.pointee.outcome))
      }
    }
  }

  @Test("A request with other tables than the constraints', or of another kind, has no result")
  func requests() throws {
    let wanted = try #require(_GraftGondola._description().descriptor)
    let table = SwiftRuntime.witnessTable(of: TypeMetadata(Skiff.self), for: wanted)
    let known = ask(plain, GRAFT_OPERATION_LINK_CLASS, Skiff.self, [table])
    #expect(
      known.result == UnsafeMutableRawPointer(mutating: TypeMetadata(Plain<Skiff>.self).address))
    #expect(known.outcome == GRAFT_OUTCOME_ANSWERED)
    for tables in [[], [table, table]] {
      let other = ask(plain, GRAFT_OPERATION_LINK_CLASS, Skiff.self, tables)
      #expect(other.result == nil && other.outcome == GRAFT_OUTCOME_UNANSWERED)
    }
    #expect(ask(plain, GRAFT_OPERATION_LINK_CLASS, nil).result == nil)
    let other = ask(plain, GRAFT_OPERATION_DESCRIBE, nil, runtime: UInt.self)
    #expect(other.result == nil && other.outcome == GRAFT_OUTCOME_OTHER_RUNTIME)
    for operation in [GRAFT_OPERATION_CONSTRAINTS, GRAFT_OPERATION_POINTCUT, 99] {
      let other = ask(plain, operation, Skiff.self, [table])
      #expect(other.result == nil && other.outcome == GRAFT_OUTCOME_UNKNOWN_OPERATION)
    }
  }
}
