// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import GraftDescriptors
import Testing

@Suite("Order by name")
struct NamedOrderTests {
  private func compare(
    _ one: LocatedDescriptor, _ other: LocatedDescriptor
  ) -> NamedOrder.Verdict {
    let verdict = NamedOrder.compare(one.descriptor, other.descriptor)
    let mirrored = NamedOrder.compare(other.descriptor, one.descriptor)
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

  @Test("the same constraints are a conflict, others are undecided")
  func conflict() {
    #expect(compare(.made("A", ["P", "Q"]), .made("B", ["Q", "P"])) == .conflict)
    #expect(compare(.made("A"), .made("B")) == .conflict)
    #expect(compare(.made("A", ["P"]), .made("B", ["Q"])) == .undecided)
    #expect(compare(.made("A", predicate: true), .made("B", predicate: true)) == .undecided)
  }

  private func standings(_ descriptors: [LocatedDescriptor]) -> [String] {
    NamedChain.chains("Greeter", of: descriptors).flatMap(\.steps).map { step in
      "\(step.position) \(step.descriptor.descriptor.extensionName) \(step.standing.name)"
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
    #expect(standings(descriptors) == expected)
    #expect(Set(standings(descriptors.reversed())) == Set(expected))
  }

  @Test("what does not stand below all of a conflict is passed over")
  func belowConflict() {
    let found = standings([.made("A", ["P"]), .made("B", ["P"]), .made("C", priority: -1)])
    #expect(found == ["1 A conflict", "1 B conflict", "2 C last"])
  }

  @Test("a name without types stands for its overloads")
  func overloads() {
    let chains = NamedChain.chains(
      "Greeter.f",
      of: [
        .made("A", ["P"], implements: ["f(_: Int)"]), .made("B", implements: ["f(_:)"]),
        .made("C", ["Q"], implements: ["f(_: String)"]),
      ])
    #expect(chains.map(\.requirement) == ["f(_: Int)", "f(_: String)"])
    #expect(
      chains.map { $0.steps.map(\.descriptor.descriptor.extensionName) } == [
        ["A", "B"], ["C", "B"],
      ])
  }

  @Test("the same extension in two files is one, that of the lower name")
  func repetitions() {
    let found = NamedChain.chains("Greeter", of: [.made("A", in: "b.so"), .made("A", in: "a.so")])
    #expect(found.flatMap(\.steps).map(\.descriptor.origin.display) == ["a.so"])
    let findings = Finding.among([.made("A", in: "b.so"), .made("A", in: "a.so")])
    #expect(findings.map(\.rule) == [.extensionTwice])
    #expect(findings.first?.origin.display == "b.so")
  }

  @Test("advice is in no chain")
  func advice() {
    var advice = LocatedDescriptor.made("A")
    advice.descriptor.kind = .advice
    #expect(Finding.among([advice, .made("B")]).isEmpty)
  }
}
