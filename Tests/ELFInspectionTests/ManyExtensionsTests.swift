// SPDX-License-Identifier: Apache-2.0

@testable import ELFInspection
import GraftDescriptors
import Testing

/// A file has as many records as it likes.
@Suite("Many extensions")
struct ManyExtensionsTests {
  private func chains(_ descriptors: [LocatedDescriptor]) -> (
    chains: NamedChains, problems: [Problem]
  ) {
    var problems: [Problem] = []
    let chains = NamedChain.chains("Greeter", of: descriptors) { problems.append($0) }
    return (chains, problems)
  }

  @Test("a conflict of many is one finding, which names a few", arguments: [3, 6, 3000])
  func conflict(count: Int) throws {
    let descriptors = (0..<count).map { LocatedDescriptor.made("E\($0)", at: UInt64($0)) }
    let findings = Finding.among(descriptors) { Issue.record("\($0)") }
    #expect(findings.map(\.rule) == [.extensionConflict])
    let text = try #require(findings.first?.text)
    #expect(text.hasPrefix("by name, none of E0, E1 (M/E1.swift:1, a.so)"))
    #expect(text.utf8.count < 300)
    let rest = count - 5
    let last = rest < 1 ? "E2 (M/E2.swift:1, a.so)" : rest == 1 ? "1 other" : "\(rest) others"
    #expect(text.hasSuffix(" and \(last) answers Greeter.greet(_:) first"), "\(text)")
    let (chains, problems) = chains(descriptors)
    #expect(problems.isEmpty)
    let steps = chains.flatMap(\.steps)
    #expect(steps.count == count)
    for step in steps {
      guard case .conflict(let others) = step.standing else {
        Issue.record("\(step.standing.name)")
        continue
      }
      #expect(others.count == count - 1 && others.named.count == min(4, count - 1))
      #expect(!others.named.contains(step.descriptor))
    }
  }

  @Test("names beside others are cut, of however many extensions")
  func longNames() throws {
    let long = String(repeating: "x", count: 10_000)
    let findings = Finding.among([.made(long), .made("B" + long)]) { Issue.record("\($0)") }
    #expect(try #require(findings.first).text.utf8.count < 1500)
    let step = try #require(chains([.made(long), .made("B" + long)]).chains.first?.steps.first)
    #expect(try #require(step.standing.others.named.first).shortLabel.utf8.count < 300)
  }

  @Test("a chain of as many priorities, or of as many constraints, is ordered")
  func long() {
    let priorities = (0..<3000).map { LocatedDescriptor.made("E\($0)", priority: -Int32($0)) }
    let byPriority = chains(priorities.reversed())
    #expect(byPriority.problems.isEmpty)
    #expect(byPriority.chains.flatMap(\.steps).map(\.position) == Array(1...3000))
    #expect(
      byPriority.chains.flatMap(\.steps).map(\.descriptor.descriptor.extensionName)
        == (0..<3000).map { "E\($0)" })
    let constrained = (0..<3000).map { LocatedDescriptor.made("E\($0)", ["C\($0)"]) }
    let byConstraints = chains(constrained + [.made("Default")])
    #expect(byConstraints.problems.isEmpty)
    #expect(
      byConstraints.chains.flatMap(\.steps).map(\.position)
        == Array(repeating: 1, count: 3000) + [2])
  }

  @Test("so many constraints in common are not compared, and it says so")
  func common() {
    let descriptors = (0..<2000).map { index in
      LocatedDescriptor.made(
        "E\(index)", (0..<11).map { "C\($0)\(index >> $0 & 1)" })
    }
    let (chains, problems) = chains(descriptors)
    #expect(problems.map(\.error.code) == [.tooLarge])
    #expect(chains.flatMap(\.steps).map(\.standing.name).allSatisfy { $0 == "undecided" })
  }

  @Test("an extension with too many names is in no chain, and it says so")
  func manyNames() {
    let names = (0...512).map { RequirementName("f\($0)()") }
    let (found, problems) = chains([
      .made("Long", implements: names), .made("Most", implements: Array(names.dropLast())),
    ])
    #expect(found.count == 512)
    #expect(found.flatMap(\.steps).allSatisfy { $0.descriptor.descriptor.extensionName == "Most" })
    #expect(problems.map(\.error.code) == [.tooLarge] && problems.first?.error.value == 513)
  }

  @Test("a name without types does not stand for any number of overloads")
  func manyOverloads() {
    let overloads = (0..<65).map { RequirementName("f(_: T\($0))") }
    let general = (0..<5).map { LocatedDescriptor.made("G\($0)", implements: ["f(_:)"]) }
    let most = chains([.made("A", ["P"], implements: Array(overloads.dropLast()))] + general)
    #expect(most.problems.isEmpty && most.chains.flatMap(\.steps).count == 64 * 6)
    let more = chains([.made("A", ["P"], implements: overloads)] + general)
    #expect(more.chains.flatMap(\.steps).count == 65)
    #expect(more.problems.map(\.error.code) == Array(repeating: .tooLarge, count: 5))
  }

  @Test("names without types stand for as many overloads as there are names, and some")
  func manyUntypedSteps() {
    let names = (0..<8).map { "f\($0)" }
    let overloads = (0..<64).map { type in
      LocatedDescriptor.made(
        "O\(type)", ["P"], implements: names.map { RequirementName("\($0)(_: T\(type))") })
    }
    func found(_ count: Int) -> (chains: NamedChains, problems: [Problem]) {
      let implements = names.map { RequirementName("\($0)(_:)") }
      return chains(overloads + (0..<count).map { .made("G\($0)", implements: implements) })
    }
    let (all, none) = found(33)
    #expect(none.isEmpty && all.reduce(0) { $0 + $1.steps.count } == 8 * 64 * 34)
    // 16,384 places and one for each of the 8 × (64 + 400) names are not enough for the
    // first, and what is left of them is for no other.
    let (few, problems) = found(400)
    #expect(problems.map(\.error.code) == [.tooLarge])
    #expect(problems.first?.error.text.hasPrefix("f0(_:) and other names without types") == true)
    #expect(few.count == 8 * 64 && few.allSatisfy { $0.steps.count == 1 })
  }

  @Test("no more records are shown than a multiple of what there is, and it says what to ask")
  func manyShown() throws {
    let names = (0..<512).map { RequirementName("f\($0)()") }
    // Some kilobytes of names, in 512 chains.
    let descriptors = (0..<40).map { index in
      var located = LocatedDescriptor.made("E\(index)", priority: Int32(index), implements: names)
      located.byteCount = 5000
      return located
    }
    let (found, problems) = chains(descriptors)
    let limit = 1 << 26 + 16 * 40 * 5000
    #expect(found.count == limit / (40 * 5000) && found.allSatisfy { $0.steps.count == 40 })
    #expect(problems.map(\.error.code) == [.tooLarge])
    let text = try #require(problems.first?.error.text)
    #expect(text.contains("for \(512 - found.count) of 512 requirements is not shown"), "\(text)")
    let question = try #require(text.split(separator: " ").last)
    let one = NamedChain.chains(String(question), of: descriptors) { Issue.record("\($0)") }
    #expect(one.count == 1 && one.first?.steps.count == 40)
    // `check` shows none of them.
    #expect(Finding.among(descriptors) { Issue.record("\($0)") }.isEmpty)
  }

  /// What the chain means, in pairs: cubic, and short.
  private func peeled(_ all: [LocatedDescriptor]) -> [Int: Set<String>] {
    var rest = all
    var layers: [Int: Set<String>] = [:]
    while !rest.isEmpty {
      let maximal = rest.filter { one in
        !rest.contains { other in
          if case .first = NamedVerdict(other.descriptor, one.descriptor) {
            true
          } else {
            false
          }
        }
      }
      layers[layers.count + 1] = Set(maximal.map(\.descriptor.extensionName))
      rest.removeAll { maximal.contains($0) }
    }
    return layers
  }

  @Test("the order is that of comparing each with each")
  func agreement() {
    var numbers = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      let all = (0..<Int.random(in: 1...12, using: &numbers)).map { index in
        LocatedDescriptor.made(
          "E\(index)", ["P", "Q", "R", "S"].filter { _ in Bool.random(using: &numbers) },
          priority: Int32.random(in: 0...1, using: &numbers),
          predicate: Int.random(in: 0..<4, using: &numbers) == 0)
      }
      let steps = chains(all).chains.flatMap(\.steps)
      let layers = Dictionary(grouping: steps, by: \.position)
        .mapValues { Set($0.map(\.descriptor.descriptor.extensionName)) }
      #expect(layers == peeled(all), "\(all.map(\.descriptor))")
      for step in steps {
        let rivals = all.filter {
          $0 != step.descriptor
            && NamedVerdict($0.descriptor, step.descriptor.descriptor) == .conflict
        }
        if case .conflict(let others) = step.standing {
          #expect(others.count == rivals.count)
        } else {
          #expect(rivals.isEmpty)
        }
      }
    }
  }
}
