// SPDX-License-Identifier: Apache-2.0

import CGraft
@testable import Graft
import GraftDescriptors
import Testing

@Extensible
protocol Gondola {
  func cross() -> String
}

private struct Skiff: Gondola {}
private struct Barge: Gondola {}
private struct Island {}

private final class GondolaDefault<Subject: Gondola>: GondolaExtension<Subject> {
  override func cross(_ subject: Subject) -> String { "by default" }
}

/// Whether the accessor was told how the subject conforms, at each question.
private nonisolated(unsafe) var wasTold: [Bool] = []

private let accessor: graft_accessor = { request in
  wasTold.append(request!.pointee.conformance != nil)
  return answer(request!)
}

private func answer(_ request: UnsafePointer<graft_request>) -> UnsafeMutableRawPointer? {
  func maker<Subject: Gondola>(_: Subject.Type) -> Any.Type {
    GeneratedCode.MakerOf<GondolaDefault<Subject>>.self
  }
  return ExtensionAccessor.answerAll(
    request, extending: _GraftGondola._description(), compiledShape: _GraftGondola._shape()
  ) { (type: any Gondola.Type) in maker(type) }
}

@Suite("The Swift runtime of an image", .serialized)
struct SharedRuntimeTests {
  /// A record of an image that the loader has at this place.
  private func record(_ index: UInt32, loaderEntry: UInt) throws -> ExtensionRecord {
    let image = try #require(ExtensionRegistry.images.first)
    let registered = RegisteredExtension(
      descriptor: ExtensionDescriptor(
        protocolName: "Gondola", extensionName: "Tests.GondolaDefault"),
      image: image, offset: 0)
    return ExtensionRecord(
      id: RecordID(image: 0, index: index), registered: registered, accessor: accessor,
      loaderEntry: loaderEntry, tieBreak: nil, maker: SetOnce())
  }

  @Test("is asked once for all of its accessors")
  func once() throws {
    wasTold = []
    let call = AccessorCall(base: GondolaExtension<Skiff>.self)
    for (index, entry) in ([1, 1, 1, 2, 2] as [UInt]).enumerated() {
      let finding = call.finding(of: try record(UInt32(index), loaderEntry: entry))
      #expect(finding.outcome == .applies)
    }
    #expect(wasTold == [false, true, true, false, true])
  }

  /// What came of a question of a registry, which knows the first bytes of it only.
  private func ask(
    about subject: Any.Type, conformance: UnsafeRawPointer?,
    size: Int = MemoryLayout<graft_request>.size
  ) -> graft_response {
    var response = graft_response()
    response.size = UInt32(MemoryLayout<graft_response>.size)
    withUnsafeMutablePointer(to: &response) { response in
      var request = graft_request()
      request.size = UInt32(size)
      request.operation = UInt32(GRAFT_OPERATION_APPLIES)
      request.subject = unsafeBitCast(subject, to: UnsafeRawPointer.self)
      request.base = unsafeBitCast(
        GondolaExtension<Barge>.self as Any.Type, to: UnsafeRawPointer.self)
      request.conformance = conformance
      request.response = response
      #expect(answer(&request) == nil)
    }
    return response
  }

  @Test("is asked where the registry does not say how the subject conforms")
  func asked() throws {
    let wanted = try #require(_GraftGondola._description().descriptor)
    let table = SwiftRuntime.witnessTable(of: TypeMetadata(Barge.self), for: wanted)
    let told = ask(about: Barge.self, conformance: table)
    #expect(told.outcome == GRAFT_OUTCOME_APPLIES && told.has_cast == 0)
    let untold = ask(about: Barge.self, conformance: nil)
    #expect(untold.outcome == GRAFT_OUTCOME_APPLIES && untold.has_cast == 1)
    let other = ask(about: Island.self, conformance: nil)
    #expect(other.outcome == GRAFT_OUTCOME_CONSTRAINT_FAILS && other.has_cast == 0)
    // What lies behind the request of an older registry is not of it.
    let offset = try #require(MemoryLayout<graft_request>.offset(of: \.conformance))
    let older = ask(about: Barge.self, conformance: UnsafeRawPointer(bitPattern: 1), size: offset)
    #expect(older.outcome == GRAFT_OUTCOME_APPLIES && older.has_cast == 1)
  }

  @Test("is asked by who wants another type of the subject than the registry has")
  func otherType() throws {
    let extended = _GraftGondola._description()
    let wanted = try #require(extended.descriptor)
    let table = SwiftRuntime.witnessTable(of: TypeMetadata(Barge.self), for: wanted)
    var request = graft_request()
    request.size = UInt32(MemoryLayout<graft_request>.size)
    request.subject = unsafeBitCast(Barge.self as Any.Type, to: UnsafeRawPointer.self)
    request.conformance = table
    #expect(ExtensionAccessor.known(&request, extended, as: (any Gondola.Type).self) != nil)
    typealias Both = Gondola & Locked
    #expect(ExtensionAccessor.known(&request, extended, as: (any Both.Type).self) == nil)
    #expect(ExtensionAccessor.known(&request, extended, as: (any Canal.Type).self) == nil)
    #expect(ExtensionAccessor.known(&request, extended, as: Any.Type.self) == nil)
    // The table is that of another protocol.
    let other = Unmanaged.passUnretained(_GraftCanal._description()).toOpaque()
    request.protocol = UnsafeRawPointer(other)
    #expect(ExtensionAccessor.known(&request, extended, as: (any Gondola.Type).self) == nil)
    request.protocol = UnsafeRawPointer(Unmanaged.passUnretained(extended).toOpaque())
    #expect(ExtensionAccessor.known(&request, extended, as: (any Gondola.Type).self) != nil)
  }
}
