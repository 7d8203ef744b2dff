// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors
import Testing

/// The text that says what code was compiled against, and the note that says by what.
@Suite struct CompiledProtocolTests {
  private typealias Requirement = CompiledProtocol.Requirement

  private static let greeter = CompiledProtocol(
    name: "API.Greeter", shape: 0xfeed,
    requirements: [
      Requirement(name: "greet(_:)", hash: 1), Requirement(name: "get mood", hash: 2),
    ])

  @Test("Text is read as it was written, wherever it lies")
  func text() {
    let text = Self.greeter.text
    #expect(text == "GraftShape 1\nAPI.Greeter\nfeed\ngreet(_:)\t1\nget mood\t2\n")
    #expect(CompiledProtocol(text: text) == Self.greeter)
    var other = Self.greeter
    other.name = "API.Parter"
    other.requirements = []
    let bytes =
      Array("noise\0\(text)\0\(text)\0GraftShape 2\nP\n1\n\0\(other.text)\0GraftShape 1\nrest".utf8)
    let found = CompiledProtocol.all(in: bytes.span)
    #expect(found == [Self.greeter, other])
  }

  @Test(
    "Anything else is no such text",
    arguments: [
      "", "GraftShape 1\n", "GraftShape 1\nP\n", "GraftShape 1\n\n1\n", "GraftShape 1\nP\nx\n",
      "GraftShape 1\nP\n1\nf()\n", "GraftShape 1\nP\n1\nf()\tx\n", "GraftShape 1\nP\n1\nf()\t1",
      "GraftShape 1\nP\n1\nf()\t1\t2\n",
    ])
  func others(text: String) { #expect(CompiledProtocol(text: text) == nil) }

  @Test("What differs is told by name")
  func differences() {
    func differences(_ requirements: [Requirement]) -> [String] {
      var now = Self.greeter
      (now.shape, now.requirements) = (1, requirements)
      return Self.greeter.differences(to: now)
    }
    let (greet, mood) = (Self.greeter.requirements[0], Self.greeter.requirements[1])
    #expect(differences([greet, mood, Requirement(name: "part()", hash: 3)]) == ["part() is new"])
    #expect(differences([greet]) == ["get mood is gone"])
    #expect(
      differences([Requirement(name: "greet(_:)", hash: 9), mood]) == ["greet(_:) has changed"])
    #expect(
      differences([Requirement(name: "part()", hash: 1), mood]) == [
        "part() is new", "greet(_:) is gone",
      ])
    #expect(differences([mood, greet]) == ["the order of its requirements has changed"])
    #expect(
      differences([greet, mood]) == ["what it inherits, or what has no default, has changed"])
  }

  /// A form of a protocol that grows, from requirements such as `a1`: names with their hashes.
  private static func growing(
    _ requirements: String..., shape: UInt64, foundation: UInt64 = 7
  ) -> CompiledProtocol {
    CompiledProtocol(
      name: "API.Greeter", shape: shape, foundation: foundation,
      requirements: requirements.map {
        Requirement(name: String($0.prefix(1)), hash: UInt64($0.dropFirst())!)
      })
  }

  @Test("A protocol that grows has its foundation in its text")
  func foundation() {
    let growing = Self.growing("a1", shape: 5)
    #expect(growing.text == "GraftShape 1\nAPI.Greeter\n5\t7\na\t1\n")
    #expect(CompiledProtocol(text: growing.text) == growing)
    #expect(CompiledProtocol(text: "GraftShape 1\nP\n1\t2\t3\n") == nil)
  }

  @Test("Requirements at the end, and nothing else, make a start of another form")
  func start() {
    let two = Self.growing("a1", "b2", shape: 1)
    let others: [(CompiledProtocol, isStart: Bool, differences: [String])] = [
      (two, true, []),
      (
        Self.growing("a1", "b2", "c3", "d4", shape: 2), true,
        [
          "c is new, and it was compiled against the protocol's module without "
            + "-enable-library-evolution"
        ]
      ),
      // An overload changes the names of the others.
      (
        Self.growing("x1", "b2", "c3", shape: 2), true,
        [
          "c is new, and it was compiled against the protocol's module without "
            + "-enable-library-evolution"
        ]
      ),
      (
        Self.growing("a1", shape: 2), false,
        ["b is missing: it was compiled against a later version"]
      ),
      (Self.growing("a1", "b9", "c3", shape: 2), false, ["b has changed"]),
      (Self.growing("a1", "c3", shape: 2), false, ["b is gone"]),
      (Self.growing("c3", "a1", "b2", shape: 2), false, ["c is new, and not at the end"]),
      (Self.growing("b2", "a1", "c3", shape: 2), false, ["b has moved"]),
      (
        Self.growing("a1", "b2", "c3", shape: 2, foundation: 8), false,
        ["what it inherits, an associated type, or what has no default, has changed or moved"]
      ),
      (Self.growing("a1", "b2", shape: 2), false, ["the order of its declarations has changed"]),
    ]
    for (other, isStart, differences) in others {
      #expect(two.isStart(of: other) == isStart, "\(other)")
      if other != two { #expect(two.differences(to: other) == differences, "\(other)") }
    }
    let fixed = CompiledProtocol(
      name: two.name, shape: 3, requirements: two.requirements + [Requirement(name: "c", hash: 3)])
    #expect(!two.isStart(of: fixed) && two.differences(to: fixed) == ["c is new"])
  }

  // MARK: The note

  private func note(_ facts: String) -> [UInt8] {
    var description = Array(facts.utf8)
    while description.count % 8 != 0 { description.append(0) }
    let words: [UInt32] = [12, UInt32(description.count), 1]
    return words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
      + ImageOrigin.owner + description
  }

  @Test("A note is read among others, and facts that are unknown are passed over")
  func origins() {
    let bytes =
      [0, 0, 0, 0] + note("swift=60301\0more=1\0clang=21 (a)\0epoch=2\0") + note("swift=60200\0")
      + note("swift=51000\0clang=21 (b)\0")
    let found = ImageOrigin.all(in: bytes.span)
    #expect(
      found == [
        ImageOrigin(swift: "6.3.1", clang: "21 (a)", epoch: 2),
        ImageOrigin(swift: nil, clang: "21 (b)", epoch: nil),
      ])
    let cut = Array(bytes.dropLast(8))
    let foundInCut = ImageOrigin.all(in: cut.span)
    #expect(foundInCut == [found[0]])
  }

  @Test("Compilers differ in their version, or in the build of it")
  func compilers() {
    let own = ImageOrigin(swift: "6.3.1", clang: "21 (a)", epoch: 2)
    let other = ImageOrigin(swift: "6.2", clang: "21 (a)", epoch: 2)
    let build = ImageOrigin(swift: "6.3.1", clang: "21 (b)", epoch: 2)
    let mode5 = ImageOrigin(swift: nil, clang: "21 (a)", epoch: 2)
    #expect(own.isSameCompiler(as: own) && own.isSameCompiler(as: mode5))
    #expect(!own.isSameCompiler(as: other) && !own.isSameCompiler(as: build))
    #expect(own.name(beside: other) == "Swift 6.3.1" && other.name(beside: own) == "Swift 6.2")
    #expect(build.name(beside: own) == "Swift 6.3.1 with clang 21 (b)")
    #expect(mode5.name(beside: build) == "a Swift with clang 21 (a)")
  }
}
