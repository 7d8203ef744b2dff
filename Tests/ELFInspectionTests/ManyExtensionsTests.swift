// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors
import Testing

@testable import ELFInspection

/// A file has as many records as it likes.
@Suite("Many extensions")
struct ManyExtensionsTests {
  private func orders(
    _ descriptors: [LocatedDescriptor]
  ) -> (orders: [ExtensionOrder], problems: [Problem]) {
    var problems: [Problem] = []
    let orders = ExtensionOrder.byName(
      ProtocolQuestion("Greeter"), of: descriptors, ProgramFiles([])
    ) {
      problems.append($0)
    }
    return (orders, problems)
  }

  @Test("a conflict of many is one finding, which names a few", arguments: [3, 6, 2000])
  func conflict(count: Int) throws {
    let descriptors = (0..<count).map { LocatedDescriptor.made("E\($0)", at: UInt64($0)) }
    let findings = Finding.among(descriptors)
    #expect(findings.map(\.rule) == [.extensionConflict])
    let text = try #require(findings.first?.text)
    #expect(text.hasPrefix("by name, none of E0, E1 (M/E1.swift:1, a.so)"))
    #expect(text.utf8.count < 300)
    let rest = count - 5
    let last = rest < 1 ? "E2 (M/E2.swift:1, a.so)" : rest == 1 ? "1 other" : "\(rest) others"
    #expect(text.hasSuffix(" and \(last) answers Greeter.greet(_:) first"), "\(text)")
    let (orders, problems) = self.orders(descriptors)
    #expect(problems.isEmpty)
    let steps = orders.flatMap(\.steps)
    #expect(steps.count == count)
    for step in steps {
      guard case .conflict(let others) = step.reason else {
        Issue.record("\(step.reason.name)")
        continue
      }
      #expect(others.count == count - 1 && others.named.count == min(4, count - 1))
      #expect(!others.named.contains(step.descriptor))
    }
  }

  @Test("names beside others are cut, of however many extensions")
  func longNames() throws {
    let long = String(repeating: "x", count: 10_000)
    let findings = Finding.among([.made(long), .made("B" + long)])
    #expect(try #require(findings.first).text.utf8.count < 1500)
    let step = try #require(orders([.made(long), .made("B" + long)]).orders.first?.steps.first)
    #expect(try #require(step.reason.others?.named.first).shortLabel.utf8.count < 300)
  }

  @Test("as many priorities, or constraints, as are put in order")
  func long() {
    let limit = NamedProtocol.extensionLimit
    let priorities = (0..<limit).map { LocatedDescriptor.made("E\($0)", priority: -Int32($0)) }
    let byPriority = orders(priorities.reversed())
    #expect(byPriority.problems.isEmpty)
    #expect(byPriority.orders.flatMap(\.steps).map(\.position) == Array(1...limit))
    #expect(
      byPriority.orders.flatMap(\.steps).map(\.descriptor.descriptor.extensionName)
        == (0..<limit).map { "E\($0)" })
    let constrained = (0..<limit - 1).map { LocatedDescriptor.made("E\($0)", ["C\($0)"]) }
    let byConstraints = orders(constrained + [.made("Default")])
    #expect(byConstraints.problems.isEmpty)
    #expect(
      byConstraints.orders.flatMap(\.steps).map(\.position)
        == Array(repeating: 1, count: limit - 1) + [2])
  }

  @Test("more extensions of one protocol are not put in order, and it says so")
  func tooMany() {
    let descriptors = (0...NamedProtocol.extensionLimit).map { LocatedDescriptor.made("E\($0)") }
    let (orders, problems) = self.orders(descriptors)
    #expect(orders.isEmpty && problems.map(\.error.code) == [.tooLarge])
    // `check` compares no pairs.
    #expect(Finding.among(descriptors).map(\.rule) == [.extensionConflict])
  }

  /// The chain by its definition, comparing pairs: cubic, and short.
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
      let steps = self.orders(all).orders.flatMap(\.steps)
      let layers = Dictionary(grouping: steps, by: \.position)
        .mapValues { Set($0.map(\.descriptor.descriptor.extensionName)) }
      #expect(layers == peeled(all), "\(all.map(\.descriptor))")
      for step in steps {
        let rivals = all.filter {
          $0 != step.descriptor
            && NamedVerdict($0.descriptor, step.descriptor.descriptor) == .conflict
        }
        if case .conflict(let others) = step.reason {
          #expect(others.count == rivals.count)
        } else {
          #expect(rivals.isEmpty)
        }
      }
    }
  }
}
