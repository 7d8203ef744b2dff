// SPDX-License-Identifier: Apache-2.0

import Testing

/// Plug-ins that come together, and plug-ins beside the program and one another.
@Suite(.inEachMode) struct ArrivalOrderTests {
  private func run(_ commands: [String]) async throws -> [String] {
    try await ImageHost.run(commands).filter {
      !$0.hasPrefix("loaded: ") && !$0.hasPrefix("descriptors: ") && !$0.hasPrefix("conflict: ")
    }
  }

  @Test("A plug-in's onLoad can call what a library implements that came with it")
  func dependencies() async throws {
    let lines = try await run(["call", "load libUpper.so", "call", "states"])
    #expect(
      lines == [
        "Dog default; Cat default", "onLoad libLower.so", "onLoad libUpper.so: deep",
        "change: Speaker.speak() of Cat: ImagesExtensions.Default → Lower.Low",
        "change: Speaker.speak() of Dog: ImagesExtensions.Default → Lower.Low",
        "Dog low, up, default; Cat low, up, default",
        "states: images active, libLower.so active, libUpper.so active",
      ], "\(lines)")
  }

  @Test("If one of several onLoad throws, all that came goes, in reverse")
  func refusal() async throws {
    let unwilling = try await ImageHost.variant("Upper", "UNWILLING", libraries: ["Lower"])
    let lines = try await run([
      "call", "load \(unwilling)", "call", "images", "load libLower.so", "call",
    ])
    #expect(
      lines == [
        "Dog default; Cat default", "onLoad libLower.so", "onLoad libUpper-UNWILLING.so: deep",
        "onWithdraw libLower.so",
        "refused: lifecycleFailed: \(unwilling): its onLoad failed: Unwilling()",
        "Dog default; Cat default", "images: images",
        // It can come by itself.
        "onLoad libLower.so", "change: Idler.idle() of Dog: nobody → Lower.Deep",
        "change: Speaker.speak() of Cat: ImagesExtensions.Default → Lower.Low",
        "change: Speaker.speak() of Dog: ImagesExtensions.Default → Lower.Low",
        "Dog low, default; Cat low, default",
      ], "\(lines)")
  }

  @Test("If what they superseded can't come back either, it stays withdrawn and that is told")
  func doubleRefusal() async throws {
    let unwilling = try await ImageHost.variant("Upper", "UNWILLING", libraries: ["Lower"])
    let moody = try await ImageHost.variant("Lower", "MOODY")
    let lines = try await ImageHost.run([
      "watch", "load \(moody)", "load \(unwilling)", "states", "seen 8",
    ])
    #expect(lines.contains("states: images active, libLower-MOODY.so withdrawn"), "\(lines)")
    #expect(
      lines.filter { $0.hasPrefix("change: refused") } == [
        "change: refused libLower-MOODY.so: lifecycleFailed",
        "change: refused libUpper-UNWILLING.so: lifecycleFailed",
      ], "\(lines)")
  }

  @Test("What came with a refused plug-in is refused, also if superseded or withdrawn meanwhile")
  func replacedRefusal() async throws {
    let older = try await ImageHost.variant("Lower", "OLDER")
    _ = try await ImageHost.variant("Lower", "MOODY")
    let upgrading = try await ImageHost.variant("Upper", "UPGRADING", libraries: ["Lower"])
    let superseded = try await run([
      "load \(older)", "load \(upgrading)", "states", "roll-back libLower-MOODY.so", "states",
    ])
    #expect(
      superseded.filter { $0.hasPrefix("states") } == [
        "states: images active, libLower-MOODY.so active, libLower-OLDER.so superseded",
        "states: images active, libLower-MOODY.so rolledBack, libLower-OLDER.so active",
      ], "\(superseded)")
    let withdrawing = try await ImageHost.variant("Upper", "WITHDRAWING", libraries: ["Lower"])
    let withdrawn = try await run(["load \(older)", "load \(withdrawing)", "states"])
    #expect(withdrawn.last == "states: images active, libLower-OLDER.so active", "\(withdrawn)")
  }

  @Test("A file that is refused when it is loaded again stays as it was")
  func loadedAgain() async throws {
    let moody = try await ImageHost.variant("Lower", "MOODY")
    let lines = try await run([
      "load \(moody)", "withdraw libLower-MOODY.so", "load \(moody)", "states",
    ])
    #expect(lines.contains { $0.hasPrefix("refused: lifecycleFailed: ") }, "\(lines)")
    #expect(lines.last == "states: images active, libLower-MOODY.so withdrawn", "\(lines)")
  }

  @Test("Who reads the changes is told that what came with a refused plug-in counts no more")
  func told() async throws {
    let unwilling = try await ImageHost.variant("Upper", "UNWILLING", libraries: ["Lower"])
    let lines = try await ImageHost.run(["call", "watch", "load \(unwilling)", "seen 8"])
    let told = lines.filter { $0.hasPrefix("change: ") && !$0.contains(" of ") }
    #expect(
      told == [
        "change: arrived libLower.so", "change: withdrawn libLower.so",
        "change: refused libUpper-UNWILLING.so: lifecycleFailed",
      ], "\(lines)")
  }

  @Test("A plug-in's plain extension comes before the program's")
  func plugin() async throws {
    let lines = try await run(["load libUpper.so", "block Lower", "call", "resolution"])
    #expect(lines.contains("Dog up, default; Cat up, default"), "\(lines)")
    #expect(lines.contains { $0.contains("Upper.Up") && $0.contains("plug-in") }, "\(lines)")
  }

  @Test("A preloaded library's comes before the program's too")
  func preloaded() async throws {
    let program = try await ImageHost.program()
    let lines = try await ImageHost.run(
      ["call"], environment: ["LD_PRELOAD": program.folder + "libUpper.so"])
    #expect(lines == ["Dog low, up, default; Cat low, up, default"], "\(lines)")
  }

  @Test("A plug-in's own type for which loaded extensions are in conflict is refused or told")
  func ownType() async throws {
    let torn = try await ImageHost.variant("OfLoud", "TORN")
    let lines = try await ImageHost.run([
      "load \(torn) allow", "load libUpper.so", "load libUpper.so", "load libUpper.so allow",
    ])
    let refused = lines.filter { $0.hasPrefix("refused: conflict: ") }
    #expect(refused.count == 2 && refused[0].contains("speak() of Wolf"), "\(lines)")
    #expect(
      lines.contains { $0.hasPrefix("conflict: ") && $0.contains("speak() of Wolf") }, "\(lines)")
  }

  @Test("A second build that nothing names is refused, with what to write")
  func unnamed() async throws {
    let newer = try await ImageHost.variant("Alpha", "FORGOTTEN")
    let lines = try await run([
      "copy libAlpha.so one-alpha.so", "load one-alpha.so", "load \(newer)", "call",
      "load \(newer) identity=one-alpha.so", "generations one-alpha.so",
    ])
    #expect(
      lines.contains {
        $0.hasPrefix("refused: buildUnnamed: ") && $0.contains("@Plugin(name:version:)")
      }, "\(lines)")
    #expect(
      lines.last
        == "generations of one-alpha.so: libAlpha-FORGOTTEN.so active, one-alpha.so superseded",
      "\(lines)")
  }

  @Test("Of two plug-ins with one module, the second is refused, or its copies are listed")
  func oneModule() async throws {
    let one = try await ImageHost.variant("Alpha", "ONE")
    let two = try await ImageHost.variant("Alpha", "TWO")
    let three = try await ImageHost.variant("Alpha", "THREE")
    let lines = try await ImageHost.run([
      "load \(one)", "load \(two)", "load \(three)", "load \(three)", "call",
    ])
    #expect(
      lines.contains {
        $0.hasPrefix("refused: buildUnnamed: \(two): has the extensions that \(one) brings")
          && $0.hasSuffix("; if it is another plug-in, rename its module")
      }, "\(lines)")
    let listed = lines.filter { $0.hasPrefix("conflict: ") }
    let names = listed.map { $0.split(separator: ":")[1] }.sorted()
    #expect(names == [" Alpha.Question", " Alpha.Talk"], "\(lines)")
    #expect(
      listed.allSatisfy {
        $0.hasSuffix(
          " in libAlpha-THREE.so: passed over, since \(one) brings the same extension")
      }, "\(lines)")
    #expect(lines.last == "Dog further, alpha, default; Cat further, alpha, default", "\(lines)")
  }

  @Test("A build that was rolled back comes back by reinstate()")
  func rolledBack() async throws {
    let newer = try await ImageHost.variant("Alpha", "NEWER")
    let lines = try await run([
      "load libAlpha.so identity=Alpha", "load \(newer) identity=Alpha",
      "roll-back libAlpha-NEWER.so", "call", "reinstate libAlpha-NEWER.so", "call",
      "generations Alpha", "named Alpha", "named Beta",
    ])
    #expect(
      lines.suffix(6)
        == [
          "Dog alpha, default; Cat alpha, default", "libAlpha-NEWER.so: active",
          "Dog alpha 2, default; Cat alpha 2, default",
          "generations of Alpha: libAlpha-NEWER.so active, libAlpha.so superseded",
          "named: libAlpha-NEWER.so", "named: nobody",
        ], "\(lines)")
  }

  @Test("The host's configuration reaches onLoad, and another type is an error")
  func configuration() async throws {
    let asking = try await ImageHost.variant("Upper", "CONFIGURED", libraries: ["Lower"])
    let none = try await run(["load \(asking)"])
    #expect(none.contains("configuration: none"), "\(none)")
    let given = try await run(["configure Upper hello", "load \(asking)"])
    #expect(given.contains("configuration: hello"), "\(given)")
    let wrong = try await run(["configure-wrongly Upper hello", "load \(asking)"])
    #expect(
      wrong.contains {
        $0.hasPrefix("refused: lifecycleFailed: ")
          && $0.contains("is of type Int, and the plug-in asks for String")
      }, "\(wrong)")
  }
}
