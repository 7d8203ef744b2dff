// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraftDescriptors
import Testing

@Suite("A descriptor in JSON")
struct DescriptorJSONTests {
  private static let descriptors = [
    ExtensionDescriptor(protocolName: "P", extensionName: "M.E"),
    ExtensionDescriptor(
      protocolName: "API.Greeter", extensionName: "Greetings.NamedGreeting",
      constraints: ["Named", "Subject.Item == Int"], requirements: ["greet(_:)", "name()"],
      priority: -7, hasPredicate: true, source: "Greetings/Greetings.swift:12"),
    ExtensionDescriptor(kind: .advice, protocolName: "Grüßer", extensionName: "M.😀", source: ""),
    pointcut,
  ]

  private static let pointcut = ExtensionDescriptor(
    kind: .pointcut, protocolName: "*Greeter", extensionName: "M.Tracer",
    requirements: ["greet*"], subjects: "Zoo.*")

  @Test("says what its bytes say, and is read again", arguments: descriptors)
  func json(_ descriptor: ExtensionDescriptor) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = try encoder.encode(descriptor)
    #expect(try JSONDecoder().decode(ExtensionDescriptor.self, from: json) == descriptor)
    let text = String(decoding: json, as: UTF8.self)
    #expect(text.contains(#""kind":"\#(descriptor.kind.name)""#))
    #expect(text.contains(#""protocol":"\#(descriptor.protocolName)""#))
    #expect(text.contains(#""subjects""#) == (descriptor.subjects != nil))
  }

  @Test("of a pointcut that was advice is read as a pointcut's")
  func earlierJSON() throws {
    let json = """
      {"kind": "advice", "protocol": "any *Greeter", "extension": "M.Tracer",
       "constraints": ["named Zoo.*"], "requirements": ["greet*"], "priority": 0,
       "predicate": false, "source": ""}
      """
    #expect(
      try JSONDecoder().decode(ExtensionDescriptor.self, from: Data(json.utf8)) == Self.pointcut)
    let wrong = json.replacing("advice", with: "advise")
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ExtensionDescriptor.self, from: Data(wrong.utf8))
    }
  }
}
