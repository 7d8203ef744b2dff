// SPDX-License-Identifier: Apache-2.0

import Testing

/// What plug-ins are told of their life, and hosts of what happens.
@Suite(.inEachMode) struct LifecycleTests {
  private func run(_ commands: [String]) async throws -> [String] {
    try await ImageHost.run(commands).filter {
      !$0.hasPrefix("loaded: ") && !$0.hasPrefix("descriptors: ") && !$0.hasPrefix("change: Sp")
    }
  }

  @Test("A plug-in is told before its extensions answer, and when they do no more")
  func told() async throws {
    let newer = try await ImageHost.variant("Lively", "NEWER")
    let lines = try await run([
      "ask", "load libLively.so identity=Lively", "load libLively.so", "ask",
      "withdraw libLively.so", "reinstate libLively.so", "load \(newer) identity=Lively", "ask",
      "roll-back libLively-NEWER.so", "ask", "withdraw libLively.so",
      "load \(newer) identity=Lively", "roll-back libLively-NEWER.so",
    ])
    #expect(
      lines == [
        "Dog default; Cat default",
        "onLoad libLively.so, staged: default", "Dog lively; Cat lively",
        "onWithdraw libLively.so, withdrawn: default", "libLively.so: withdrawn",
        "onLoad libLively.so, withdrawn: default", "libLively.so: active",
        "onLoad libLively-NEWER.so, staged: lively",
        "onWithdraw libLively.so, superseded: livelier", "Dog livelier; Cat livelier",
        // The build before it counts again.
        "onLoad libLively.so, superseded: livelier",
        "onWithdraw libLively-NEWER.so, rolledBack: lively", "libLively-NEWER.so: rolledBack",
        "Dog lively; Cat lively",
        "onWithdraw libLively.so, withdrawn: default", "libLively.so: withdrawn",
        // The build before it was withdrawn, and is so again.
        "onLoad libLively-NEWER.so, rolledBack: default",
        "onWithdraw libLively-NEWER.so, rolledBack: default", "libLively-NEWER.so: rolledBack",
      ], "\(lines)")
  }

  @Test("What onLoad throws refuses the image, and its extensions never answer")
  func unwilling() async throws {
    let unwilling = try await ImageHost.variant("Lively", "UNWILLING")
    let lines = try await run(["ask", "watch", "load \(unwilling)", "ask", "images", "seen 1"])
    #expect(
      lines == [
        "Dog default; Cat default", "onLoad libLively-UNWILLING.so, staged: default",
        "refused: lifecycleFailed: \(unwilling): its onLoad failed: Unwilling()",
        "Dog default; Cat default", "images: images",
        "change: refused libLively-UNWILLING.so: lifecycleFailed",
      ], "\(lines)")
  }

  @Test("What a plug-in installs counts as long as the plug-in does")
  func installed() async throws {
    let newer = try await ImageHost.variant("Owning", "NEWER")
    let unwilling = try await ImageHost.variant("Owning", "UNWILLING")
    let state = ["ask", "advice", "blocked"]
    let lines = try await run(
      ["ask", "load \(unwilling)"] + state + ["load libOwning.so identity=Owning"] + state
        + ["withdraw libOwning.so"] + state + ["reinstate libOwning.so", "ask", "advice"]
        + ["load \(newer) identity=Owning", "ask", "advice"]
        + ["roll-back libOwning-NEWER.so", "ask", "advice", "load \(unwilling)", "ask"])
    let nothing = ["Dog default; Cat default", "advice: ", "blocked: []"]
    let (asked, owned) = (
      "Dog dog default?; Cat default?", "advice: owned of libOwning.so, unnamed of libOwning.so"
    )
    #expect(
      lines.map { $0.replacing(unwilling, with: "unwilling") } == [
        "Dog default; Cat default", "onLoad libOwning-UNWILLING.so: default",
        "refused: lifecycleFailed: unwilling: its onLoad failed: Unwilling()",
      ] + nothing + [
        "onLoad libOwning.so: default", asked, owned, "blocked: [\"ImagesExtensions.OfNamed\"]",
        "libOwning.so: withdrawn",
      ] + nothing + [
        "onLoad libOwning.so: default", "libOwning.so: active", asked, owned,
        // The new build may give the names that the old one has given.
        "onLoad libOwning-NEWER.so: dog default?", "Dog dog default!; Cat default!",
        "advice: owned of libOwning-NEWER.so, unnamed of libOwning-NEWER.so",
        "onLoad libOwning.so: dog default!", "libOwning-NEWER.so: rolledBack", asked, owned,
        "onLoad libOwning-UNWILLING.so: dog default?",
        "refused: lifecycleFailed: unwilling: its onLoad failed: Unwilling()", asked,
      ], "\(lines)")
  }

  @Test("onLoad can advise types of its own image")
  func ownTypes() async throws {
    let housed = try await ImageHost.variant("Owning", "HOUSED")
    let lines = try await run([
      "load \(housed)", "open \(housed)", "run ask_kennel", "withdraw libOwning-HOUSED.so",
      "run ask_kennel",
      "reinstate libOwning-HOUSED.so", "run ask_kennel",
    ])
    #expect(
      lines == [
        "onLoad libOwning-HOUSED.so: default", "opened", "kennel default?",
        "libOwning-HOUSED.so: withdrawn", "default", "onLoad libOwning-HOUSED.so: default",
        "libOwning-HOUSED.so: active",
        "kennel default?",
      ], "\(lines)")
  }

  @Test("Nothing is left of what an onLoad installed before it threw")
  func leftOver() async throws {
    let moody = try await ImageHost.variant("Owning", "MOODY")
    let lines = try await run([
      "ask", "load \(moody)", "withdraw libOwning-MOODY.so", "reinstate libOwning-MOODY.so",
      "advice", "blocked", "reinstate libOwning-MOODY.so", "ask", "advice",
    ])
    #expect(
      lines == [
        "Dog default; Cat default", "onLoad libOwning-MOODY.so: default",
        "libOwning-MOODY.so: withdrawn", "onLoad libOwning-MOODY.so: default",
        "libOwning-MOODY.so: it is withdrawn and can't reinstate",
        "advice: ", "blocked: []", "onLoad libOwning-MOODY.so: default",
        "libOwning-MOODY.so: active", "Dog dog default?; Cat default?",
        "advice: owned of libOwning-MOODY.so, unnamed of libOwning-MOODY.so",
      ], "\(lines)")
  }

  @Test("Advice of an image without a lifecycle comes back with it")
  func installedBySymbol() async throws {
    let lines = try await run([
      "ask", "open libOwning.so", "run install_owned", "ask", "withdraw libOwning.so", "ask",
      "advice", "reinstate libOwning.so", "ask", "advice",
    ])
    let answered = ["answered default", "answered default", "Dog default; Cat default"]
    #expect(
      lines == ["Dog default; Cat default", "opened"] + answered + [
        "libOwning.so: withdrawn", "Dog default; Cat default", "advice: ", "libOwning.so: active",
      ] + answered + ["advice: run of libOwning.so"], "\(lines)")
  }

  @Test("An onLoad that loads its own image gets an error, and not a wait for ever")
  func nested() async throws {
    let nested = try await ImageHost.variant("Lively", "NESTED")
    let lines = try await run(["load \(nested)", "ask"])
    #expect(
      lines == [
        "onLoad libLively-NESTED.so, staged: default",
        "nested: \(nested): its onLoad failed: this thread runs an onLoad or onWithdraw, and "
          + "another of the image is under way: load it elsewhere",
        "Dog lively; Cat lively",
      ], "\(lines)")
  }

  @Test("While an onLoad runs, all else goes on, and its extensions do not answer")
  func waiting() async throws {
    let waiting = try await ImageHost.variant("Lively", "WAITING")
    let lines = try await run([
      "hold load \(waiting)", "ask", "load libAlpha.so", "ask", "states", "release", "ask",
    ])
    #expect(
      lines.filter { !$0.hasPrefix("states") } == [
        "onLoad libLively-WAITING.so, staged: default", "Dog default; Cat default",
        "Dog alpha?; Cat alpha?", "Dog lively; Cat lively",
      ], "\(lines)")
    #expect(lines.contains("states: images active, libAlpha.so active"), "\(lines)")
  }

  @Test("What was opened by dlopen, or is linked, is told nothing")
  func opened() async throws {
    let lines = try await run(["open libLively.so", "ask", "manifests", "withdraw libLively.so"])
    #expect(
      lines == [
        "opened", "Dog lively; Cat lively", "manifests: Lively 1.2.0", "libLively.so: withdrawn",
      ], "\(lines)")
  }

  @Test("A reader is told of all that happens, once and in order")
  func changes() async throws {
    let newer = try await ImageHost.variant("Alpha", "NEWER")
    let lines = try await ImageHost.run([
      "ask", "watch", "load libAlpha.so identity=Alpha", "seen 5", "withdraw libAlpha.so", "seen 5",
      "reinstate libAlpha.so", "seen 5", "load \(newer) identity=Alpha", "seen 6",
      "roll-back libAlpha-NEWER.so", "seen 6", "load nowhere.so", "open libIdling.so", "ask",
      "seen 2",
    ])
    let changes = lines.filter { $0.hasPrefix("change: ") && !$0.hasPrefix("change: Speaker") }
      .map { String($0.dropFirst(8)) }
    let states = changes.filter { !$0.hasPrefix("answered ") }
    #expect(
      states == [
        "arrived libAlpha.so", "withdrawn libAlpha.so", "reinstated libAlpha.so",
        "arrived libAlpha-NEWER.so", "superseded libAlpha.so by libAlpha-NEWER.so",
        "rolled back libAlpha-NEWER.so", "reinstated libAlpha.so", "refused nowhere.so: notFound",
        "arrived libIdling.so",
      ], "\(lines)")
    let asked = "answered Speaker.ask() of Dog: "
    #expect(
      changes.filter { $0.hasPrefix(asked) }.map { $0.dropFirst(asked.count) } == [
        "ImagesExtensions.Default → Alpha.Question", "Alpha.Question → ImagesExtensions.Default",
        "ImagesExtensions.Default → Alpha.Question", "Alpha.Question → ImagesExtensions.Default",
        "ImagesExtensions.Default → Alpha.Question",
      ], "\(lines)")
    #expect(changes.first == "arrived libAlpha.so")
  }
}
