// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors
import Testing

@testable import ELFInspection

@Suite("Order by name")
struct NamedOrderTests {
  private func compare(
    _ one: LocatedDescriptor, _ other: LocatedDescriptor
  ) -> NamedVerdict {
    let verdict = NamedVerdict(one.descriptor, other.descriptor)
    let mirrored = NamedVerdict(other.descriptor, one.descriptor)
    switch verdict {
    case .first(let rule): #expect(mirrored == .second(rule))
    case .second(let rule): #expect(mirrored == .first(rule))
    case .conflict, .undecided: #expect(mirrored == verdict)
    }
    return verdict
  }

  @Test("priority comes before all")
  func priority() {
    #expect(compare(.made("A", priority: 1), .made("B", ["P", "Q"])) == .first(.priority))
  }

  @Test("more of the same constraints come first")
  func specific() {
    #expect(compare(.made("A", ["P"]), .made("B")) == .first(.specific))
    #expect(compare(.made("A", ["Q", "P"]), .made("B", ["P"])) == .first(.specific))
    #expect(compare(.made("A", ["P"], predicate: true), .made("B", ["P"])) == .first(.specific))
    #expect(compare(.made("A", predicate: true), .made("B", ["P"])) == .undecided)
  }

  @Test("a type that is said comes before what follows from it")
  func sameType() {
    let int = LocatedDescriptor.made("A", ["Box", "Subject.Item == Int"])
    #expect(compare(int, .made("B", ["Box", "Subject.Item: Hashable"])) == .first(.specific))
    #expect(
      compare(int, .made("B", ["Box", "Subject.Item: Hashable", "Subject.Item: Codable"]))
        == .first(.specific))
    #expect(compare(int, .made("B", ["Box"])) == .first(.specific))
    let array = LocatedDescriptor.made("A", ["Box", "Subject.Item == [Int]"])
    #expect(compare(array, .made("B", ["Subject.Item.Element: Hashable"])) == .first(.specific))
    #expect(compare(array, .made("B", ["Subject.Item.Element == Int"])) == .first(.specific))
    // The same as another of the subject's says nothing of either.
    let other = LocatedDescriptor.made("A", ["Subject.Item == Subject.Key"])
    #expect(compare(other, .made("B", ["Subject.Item: Hashable"])) == .undecided)
    #expect(compare(int, .made("B", ["Box", "Subject.Items: Hashable"])) == .undecided)
    #expect(compare(int, .made("B", ["Subject.Item == Subject.Key"])) == .undecided)
    #expect(compare(int, .made("B", ["Subject.Item: Hashable"], predicate: true)) == .undecided)
    // One that says more than it has to is not the same.
    #expect(
      compare(.made("B", ["Box", "Subject.Item == Int", "Subject.Item: Hashable"]), int)
        == .first(.specific))
  }

  @Test("a chain has a type that is said before what follows from it")
  func sameTypeInChain() {
    let descriptors: [LocatedDescriptor] = [
      .made("Default"), .made("Both", ["Subject.Item: Hashable", "Subject.Item: Codable"]),
      .made("Hashable", ["Subject.Item: Hashable"]), .made("Int", ["Subject.Item == Int"]),
    ]
    let expected = [
      "1 Int specific", "2 Both specific", "3 Hashable specific", "4 Default last",
    ]
    #expect(reasons(descriptors) == expected)
    #expect(reasons(descriptors.reversed()) == expected)
  }

  @Test("the same constraints are a conflict, others are undecided")
  func conflict() {
    #expect(compare(.made("A", ["P", "Q"]), .made("B", ["Q", "P"])) == .conflict)
    #expect(compare(.made("A"), .made("B")) == .conflict)
    #expect(compare(.made("A", ["P"]), .made("B", ["Q"])) == .undecided)
    #expect(compare(.made("A", predicate: true), .made("B", predicate: true)) == .undecided)
  }

  private func orders(
    _ question: String, _ descriptors: [LocatedDescriptor]
  ) -> [ExtensionOrder] {
    ExtensionOrder.byName(
      ProtocolQuestion(question), of: DuplicateExtensions(descriptors).kept, ProgramFiles([])
    ) {
      Issue.record("\($0)")
    }
  }

  private func findings(_ descriptors: [LocatedDescriptor]) -> [Finding] {
    Finding.among(descriptors)
  }

  private func reasons(_ descriptors: [LocatedDescriptor]) -> [String] {
    orders("Greeter", descriptors).flatMap(\.steps).map { step in
      "\(step.position) \(step.descriptor.descriptor.extensionName) \(step.reason.name)"
    }
  }

  @Test("a chain is the same for any order of the files")
  func chain() {
    let descriptors: [LocatedDescriptor] = [
      .made("Default"), .made("Named", ["P"]), .made("Both", ["P", "Q"]),
      .made("First", priority: 5), .made("Twin", ["P", "Q"], in: "b.so"),
    ]
    let expected = [
      "1 First priority", "2 Both conflict", "2 Twin conflict", "3 Named specific",
      "4 Default last",
    ]
    #expect(reasons(descriptors) == expected)
    #expect(Set(reasons(descriptors.reversed())) == Set(expected))
  }

  @Test("what stands below a conflict comes after it")
  func belowConflict() {
    let found = reasons([.made("A", ["P"]), .made("B", ["P"]), .made("C", priority: -1)])
    #expect(found == ["1 A conflict", "1 B conflict", "2 C last"])
  }

  @Test("a name without types stands for its overloads")
  func overloads() {
    let orders = orders(
      "Greeter.f",
      [
        .made("A", ["P"], implements: ["f(_: Int)"]), .made("B", implements: ["f(_:)"]),
        .made("C", ["Q"], implements: ["f(_: String)"]),
      ])
    #expect(orders.map(\.requirement) == ["f(_: Int)", "f(_: String)"])
    #expect(
      orders.map { $0.steps.map(\.descriptor.descriptor.extensionName) } == [
        ["A", "B"], ["C", "B"],
      ])
  }

  @Test("the same extension in two files is one, that of the lower name")
  func repetitions() {
    let found = orders("Greeter", [.made("A", in: "b.so"), .made("A", in: "a.so")])
    #expect(found.flatMap(\.steps).map(\.descriptor.origin.display) == ["a.so"])
    let findings = findings([.made("A", in: "b.so"), .made("A", in: "a.so")])
    #expect(findings.map(\.rule) == [.extensionTwice])
    #expect(findings.first?.origin.display == "b.so")
  }

  @Test("of the same extension, the executable's counts, else that of the lowest identity")
  func countingRepetition() {
    let library = LocatedDescriptor.made("A", in: "a.so")
    let program = LocatedDescriptor.made("A", in: "zoo", ImageFacts(isExecutable: true))
    let named = LocatedDescriptor.made("A", in: "b.so", ImageFacts(soname: "Z.so"))
    let first = LocatedDescriptor.made("A", in: "c.so", ImageFacts(soname: "A.so"))
    for (files, counting) in [
      ([library, program], "zoo"), ([first, program], "zoo"), ([library, named], "b.so"),
      ([named, first], "c.so"), ([library, first], "c.so"),
    ] {
      for files in [files, files.reversed()] {
        #expect(
          orders("Greeter", files).flatMap(\.steps).map(\.descriptor.origin.display) == [counting])
        #expect(findings(files).map { $0.text.hasSuffix("is in \(counting) too") } == [true])
      }
    }
  }

  @Test("a protocol is the same however it is qualified, as far as names tell")
  func qualifiers() {
    let qualified = LocatedDescriptor.made("A", of: "API.Greeter")
    let bare = LocatedDescriptor.made("B")
    #expect(reasons([qualified, bare]) == ["1 A undecided", "1 B undecided"])
    for question in ["API.Greeter", "Greeter.greet", "API.Greeter.greet(_:)"] {
      #expect(orders(question, [qualified, bare]).flatMap(\.steps).count == 2, "\(question)")
      // The name is spelled as in the question.
      #expect(orders(question, [bare]).flatMap(\.steps).count == 1, "\(question)")
    }
    let found = findings([qualified, bare])
    #expect(found.map(\.rule) == [.extensionConflict])
    #expect(
      found.first?.text.hasSuffix("first, if Greeter and API.Greeter are one protocol") == true)
    // Another module's is another one.
    let other = LocatedDescriptor.made("C", of: "Web.Greeter")
    #expect(findings([qualified, other]).isEmpty)
    #expect(reasons([qualified, other]) == ["1 A last", "1 C last"])
    #expect(orders("Web.Greeter", [qualified, other, bare]).flatMap(\.steps).count == 1)
    let repeated = LocatedDescriptor.made("B", of: "API.Greeter", in: "b.so")
    #expect(findings([bare, repeated]).map(\.rule) == [.extensionTwice])
  }

  @Test("advice is in no chain")
  func advice() {
    var advice = LocatedDescriptor.made("A")
    advice.descriptor.kind = .advice
    #expect(findings([advice, .made("B")]).isEmpty)
  }
}
