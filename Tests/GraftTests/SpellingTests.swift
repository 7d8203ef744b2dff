// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
import Graft
import Testing

@Extensible
protocol Spelled {
  func take(_ body: @escaping ( /* any */ Int
    ) throws -> String // of each
  ) -> String
  func take(_ flag: Bool) -> String
  func take(_ pairs: [String :Int]) -> String
  func take(_ both: inout(Int,Int)) -> String
  func take(_ c: @convention(c)(Int)->Int, _ some: (any
    Sendable&Hashable)?) -> String
}

@Extension
final class SpelledOtherwise<Subject: Spelled>: SpelledExtension<Subject> {
  override func take(_: Subject, _ body: @escaping (Int) throws -> String) -> String { "body" }
  override func take(_: Subject, _ flag: /* or
    not */ Bool) -> String { "flag" }
  override func take(_: Subject, _ pairs: [ String: Int ]) -> String { "pairs" }
  override func take(_: Subject, _ both: inout (Int, Int)) -> String { "both" }
  override func take(
    _: Subject, _ c: @convention(c) (Int) -> Int, _ some: (any Sendable & Hashable)?
  ) -> String { "c" }
}

@Suite("The spelling of overloads")
struct SpellingTests {
  @Test("An extension implements an overload however its types are laid out")
  func layout() {
    struct Word: Spelled {}
    var both = (1, 2)
    #expect(SpelledExtension<Word>.resolution.requirements.allSatisfy { $0.chain.count == 1 })
    #expect(Word().take { "\($0)" } == "body")
    #expect(Word().take(true) == "flag")
    #expect(Word().take(["a": 1]) == "pairs")
    #expect(Word().take(&both) == "both")
    #expect(Word().take({ $0 }, 1) == "c")
  }
}
