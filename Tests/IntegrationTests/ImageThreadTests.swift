// SPDX-License-Identifier: Apache-2.0

import Testing

/// What goes on at the same time: who would wait for another would wait for ever.
@Suite(.inEachMode) struct ImageThreadTests {
  @Test(
    "Calls do not wait while an image is opened",
    .onThisMachine(because: "Swift 6.2's runtime, which Debian has, waits for the dynamic linker"),
    arguments: ["load", "open"])
  func opening(command: String) async throws {
    // The image stays in its constructor; a first call resolves meanwhile.
    let lines = try await ImageHost.run([
      "call", "hold \(command) libHolding.so", "call", "kitten", "block Nobody", "descriptors",
      "release", "call",
    ])
    #expect(lines.last == "Dog held, default; Cat held, default")
    let seesIt = command == "open"
    #expect(lines[1] == (seesIt ? lines.last : "Dog default; Cat default"))
    #expect(lines[2] == (seesIt ? "Kitten held, default" : "Kitten default"))
    #expect(lines[4].contains("Holding.Hold") == seesIt)
  }

  @Test("Of two images in conflict that are loaded at one time, one is refused", arguments: 0..<20)
  func race(round: Int) async throws {
    // No type was called before.
    let lines = try await ImageHost.run(["race libOfLoud.so libOfQuiet.so", "call", "conflicts"])
    #expect(lines.prefix(2).sorted() == ["raced: loaded", "raced: refused"], "\(lines)")
    #expect(["Dog LOUD; Cat default", "Dog quiet; Cat default"].contains(lines[2]), "\(lines)")
    #expect(lines.last == "conflicts: 0", "\(lines)")
  }

  @Test("An image is refused for a conflict with one that its own onLoad has loaded")
  func nested() async throws {
    let nesting = try await ImageHost.variant("OfLoud", "NESTING")
    let lines = try await ImageHost.run(["load \(nesting) refuse", "call", "conflicts"])
    #expect(
      lines.first == "nested: loaded" && lines[1] == "withdrawn"
        && lines[2].hasPrefix("refused: conflict: "), "\(lines)")
    #expect(lines.suffix(2) == ["Dog quiet; Cat default", "conflicts: 0"], "\(lines)")
  }

  @Test("A call under way ends in the code that it is in")
  func underWay() async throws {
    let lines = try await ImageHost.run([
      "hold open libHolding.so", "release", "hold ask", "withdraw libHolding.so", "call", "release",
    ])
    #expect(
      lines == [
        "opened", "libHolding.so: withdrawn", "Dog default; Cat default",
        "Dog held, default; Cat default",
      ])
  }

  @Test("An image is taken in although what counts changes all the time")
  func changing() async throws {
    let lines = try await ImageHost.run(["call", "load libFickle.so", "images"])
    #expect(lines.contains(#"loaded: ["libFickle.so of libFickle.so"]"#), "\(lines)")
    #expect(lines.last == "images: images, libFickle.so")
  }

  @Test("What one thread has loaded stays, although another one can't load it")
  func meeting() async throws {
    let lines = try await ImageHost.run(["call", "load libMeeting.so", "states"])
    #expect(lines.contains("met: loaded"), "\(lines)")
    #expect(lines.contains { $0.hasPrefix("refused: conflict: ") }, "\(lines)")
    #expect(lines.last == "states: images active, libMeeting.so active", "\(lines)")
  }

  @Test(
    "Nobody waits for a trace that nobody reads",
    .onThisMachine(because: "which system call a thread is in, the emulator does not say"))
  func trace() async throws {
    let lines = try await ImageHost.run(
      ["call", "clog load libAlpha.so", "call"], environment: ["GRAFT_TRACE": "load"])
    #expect(lines.contains("meanwhile: 0 blocked"), "\(lines)")
  }

  @Test("A predicate may have another thread use the registry, and wait for it")
  func predicate() async throws {
    let lines = try await ImageHost.run(["load libAsking.so", "call"])
    #expect(lines.last == "Dog asking, default; Cat default")
    let later = try await ImageHost.run(["call", "load libAsking.so", "call"])
    #expect(later.last == "Dog asking, default; Cat default")
  }
}
