// SPDX-License-Identifier: Apache-2.0

import DescriptorEncoding
import GraftDescriptors
import Testing

@Suite("A descriptor's bytes")
struct DescriptorTests {
  private static let descriptors = [
    ExtensionDescriptor(protocolName: "P", extensionName: "M.E"),
    ExtensionDescriptor(
      protocolName: "API.Greeter", extensionName: "Greetings.NamedGreeting",
      constraints: ["Named", "Subject.Item == Int"], requirements: ["greet(_:)", "name()"],
      priority: -7, hasPredicate: true, source: "Greetings/Greetings.swift:12"),
    ExtensionDescriptor(kind: .advice, protocolName: "Grüßer", extensionName: "M.😀", source: ""),
    ExtensionDescriptor(
      kind: .pointcut, protocolName: "*Greeter", extensionName: "M.Tracer",
      requirements: ["greet*"], subjects: "Zoo.*", priority: -1),
    ExtensionDescriptor(
      kind: .pointcut, protocolName: "*", extensionName: "M.Tracer", requirements: ["*"]),
  ]

  @Test("are read as they were written, in either byte order", arguments: descriptors)
  func roundTrip(_ descriptor: ExtensionDescriptor) throws {
    for byteOrder in [ByteOrder.little, .big] {
      let bytes = try descriptor.encoded(byteOrder: byteOrder, accessor: 0x1122_3344_5566_7788)
      #expect(bytes.count % 8 == 0)
      let elements = DescriptorReader(byteOrder: byteOrder, accessorsAreBound: true)
        .readAll(bytes.span)
      #expect(
        elements == [
          .descriptor(
            descriptor, offset: 0, byteCount: bytes.count, accessor: 0x1122_3344_5566_7788)
        ])
    }
  }

  @Test("can't hold an empty name or a NUL")
  func names() {
    #expect(throws: DescriptorEncodingError.self) {
      try ExtensionDescriptor(protocolName: "", extensionName: "M.E").encoded()
    }
    #expect(throws: DescriptorEncodingError.self) {
      try ExtensionDescriptor(protocolName: "P\0Q", extensionName: "M.E").encoded()
    }
  }

  /// A pointcut as it was when pointcuts were advice, and as it is read.
  private static let earlier = ExtensionDescriptor(
    kind: .advice, protocolName: "any *Greeter", extensionName: "M.Tracer",
    constraints: ["named Zoo.*"], requirements: ["greet*"])
  private static let pointcut = ExtensionDescriptor(
    kind: .pointcut, protocolName: "*Greeter", extensionName: "M.Tracer",
    requirements: ["greet*"], subjects: "Zoo.*")

  @Test("of a pointcut that was advice are read as a pointcut's")
  func earlierPointcut() throws {
    let bytes = try Self.earlier.encoded()
    guard
      case .descriptor(let read, _, _, _) =
        DescriptorReader(accessorsAreBound: false).readAll(bytes.span).first
    else {
      Issue.record("it is not read")
      return
    }
    #expect(read == Self.pointcut)
    #expect(try Self.pointcut.encoded() != bytes)
    #expect(read.label == "M.Tracer where named Zoo.*")
  }

  @Test(
    "A requirement's name without types",
    arguments: [
      ("f()", "f()"), ("greet(_:loudly:)", "greet(_:loudly:)"), ("f(_: Int)", "f(_:)"),
      ("f(_: (Int) -> Int, to: String)", "f(_:to:)"),
      ("f(_: [String: Int], by: (A, B))", "f(_:by:)"), ("get name", "get name"),
      ("static make(_: Box<Int, String>)", "static make(_:)"),
    ] as [(RequirementName, RequirementName)])
  func untyped(_ name: RequirementName, _ expected: RequirementName) {
    #expect(name.untyped == expected)
  }

  @Test(
    "A protocol's name without its qualifier",
    arguments: [
      ("Greeter", "Greeter"), ("API.Greeter", "Greeter"), ("API.Outer.Greeter", "Greeter"),
      (".", "."),
    ])
  func unqualified(_ name: String, _ expected: String) {
    #expect(ExtensionDescriptor.unqualified(protocolName: name) == expected)
  }
}
