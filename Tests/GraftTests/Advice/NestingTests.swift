// SPDX-License-Identifier: Apache-2.0

import Graft
import Testing

/// Every requirement under every nesting of three advices, against what the page promises.
@Suite("Nested advice", .serialized)
struct NestingTests {
  enum Layer: CaseIterable {
    case before, around, after
    /// Without parameters, and mostly for every subject.
    case bareBefore, bareAround, bareAfter
    case pointcut
  }

  private static let cuts = ["OuterCut", "MiddleCut", "InnerCut"].map { "GraftTests." + $0 }

  @Test(
    "Gives what its layers make of the call, and runs them in their order",
    arguments: NestedCall.all)
  func nested(_ call: NestedCall) async throws {
    Self.cuts.forEach { ExtensionRegistry.block($0) }
    defer { Self.cuts.forEach { _ = try? ExtensionRegistry.unblock($0) } }
    let closures = Layer.allCases.filter { $0 != .pointcut }
    // A pointcut concerns all protocols: each set of them comes in once.
    for set in 0..<(1 << Self.cuts.count) {
      let isCut = Self.cuts.indices.map { set >> $0 & 1 == 1 }
      let cuts = zip(Self.cuts, isCut).filter(\.1).map(\.0)
      for cut in cuts { try ExtensionRegistry.unblock(cut) }
      try await nest([], in: call, isCut.map { $0 ? [.pointcut] : closures })
      for cut in cuts { ExtensionRegistry.block(cut) }
    }
  }

  /// Puts each choice for the next layer inside of those that are there already.
  private func nest(_ outer: [Layer], in call: NestedCall, _ choices: [[Layer]]) async throws {
    guard outer.count < choices.count else { return try await check(call, outer) }
    for layer in choices[outer.count] {
      let token = try install(layer, number: outer.count, at: call)
      try await nest(outer + [layer], in: call, choices)
      if let token { #expect(try token.remove()) }
    }
  }

  private func install(_ layer: Layer, number: Int, at call: NestedCall) throws -> AdviceToken? {
    let option = AdviceOption.precedence(3 - number)
    let label = "\(number)"
    return switch layer {
    case .before: try call.own.before(option, label)
    case .bareBefore: try call.bare.before(option, label)
    case .around: try call.own.around(option, label)
    case .bareAround: try call.bare.around(option, label)
    case .after: try call.own.after(option, label)
    case .bareAfter: try call.bare.after(option, label)
    case .pointcut: nil
    }
  }

  private func check(_ call: NestedCall, _ layers: [Layer]) async throws {
    var (opening, closing): ([String], [String]) = ([], [])
    var marks: [String] = []
    for (number, layer) in layers.enumerated() {
      switch layer {
      case .before, .bareBefore: opening.append("(\(number)")
      case .around, .bareAround:
        opening.append("[\(number)")
        closing.append("\(number)]")
        if call.marks == .result || layer == .around { marks.append("\(number)") }
      case .after, .bareAfter: closing.append("\(number))")
      case .pointcut:
        opening.append("<\(number)")
        closing.append("\(number)>")
      }
    }
    _ = nestedLog.take()
    let result = try await call.run()
    // What a value passes on its way in goes outside first, on its way out inside first.
    let order = call.marks == .result ? marks.reversed() : marks
    #expect(result == call.plain + order.joined(), "\(layers)")
    #expect(nestedLog.take() == opening + closing.reversed(), "\(layers)")
  }
}
