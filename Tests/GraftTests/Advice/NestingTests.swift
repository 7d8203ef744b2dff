// SPDX-License-Identifier: Apache-2.0

import Graft
import Testing

/// Every requirement under every nesting of three advices, against what the page promises.
@Suite("Nested advice", .serialized)
struct NestingTests {
  enum Layer: CaseIterable {
    case before, around, after
    /// For every subject, as `any P`.
    case beforeEvery, aroundEvery, afterEvery
    case pointcut
  }

  private static let cuts = ["OuterCut", "MiddleCut", "InnerCut"].map { "GraftTests." + $0 }

  @Test(
    "Gives what its layers make of the call, and runs them in their order",
    arguments: NestedCall.all)
  func nested(_ call: NestedCall) async throws {
    Self.cuts.forEach { ExtensionRegistry.block($0) }
    defer { Self.cuts.forEach { _ = try? ExtensionRegistry.unblock($0) } }
    let layers = Layer.allCases.filter {
      call.every != nil || ![.beforeEvery, .aroundEvery, .afterEvery].contains($0)
    }
    for outer in layers {
      for middle in layers {
        for inner in layers { try await check(call, [outer, middle, inner]) }
      }
    }
  }

  private func check(_ call: NestedCall, _ layers: [Layer]) async throws {
    var tokens: [AdviceToken] = []
    var (opening, closing): ([String], [String]) = ([], [])
    var marks: [String] = []
    for (number, layer) in layers.enumerated() {
      let option = AdviceOption.precedence(3 - number)
      let label = "\(number)"
      switch layer {
      case .before, .beforeEvery:
        let advice = layer == .before ? call.own : call.every!
        tokens.append(try advice.before(option, label))
        opening.append("(" + label)
      case .around, .aroundEvery:
        let advice = layer == .around ? call.own : call.every!
        tokens.append(try advice.around(option, label))
        opening.append("[" + label)
        closing.append(label + "]")
        if call.marks == .result || layer == .around { marks.append(label) }
      case .after, .afterEvery:
        let advice = layer == .after ? call.own : call.every!
        tokens.append(try advice.after(option, label))
        closing.append(label + ")")
      case .pointcut:
        try ExtensionRegistry.unblock(Self.cuts[number])
        opening.append("<" + label)
        closing.append(label + ">")
      }
    }
    _ = nestedLog.take()
    let result = try await call.run()
    // What a value passes on its way in goes outside first, on its way out inside first.
    let order = call.marks == .result ? marks.reversed() : marks
    #expect(result == call.plain + order.joined(), "\(layers)")
    #expect(nestedLog.take() == opening + closing.reversed(), "\(layers)")
    for token in tokens { #expect(try token.remove()) }
    for (number, layer) in layers.enumerated() where layer == .pointcut {
      ExtensionRegistry.block(Self.cuts[number])
    }
  }
}
