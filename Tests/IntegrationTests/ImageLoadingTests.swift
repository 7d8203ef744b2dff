// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// What `ExtensionImage.load` takes, and what becomes of it.
@Suite(.inEachMode) struct ImageLoadingTests {
  @Test("A plug-in is taken in once, and what it changes is told")
  func load() async throws {
    let lines = try await ImageHost.run([
      "call", "load libAlpha.so", "call", "load libAlpha.so", "images", "descriptors",
    ])
    #expect(
      lines == [
        "Dog default; Cat default",
        #"loaded: ["libAlpha.so of libAlpha.so"]"#,
        "descriptors: Alpha.Question, Alpha.Talk",
        "change: Speaker.ask() of Cat: ImagesExtensions.Default → Alpha.Question",
        "change: Speaker.ask() of Dog: ImagesExtensions.Default → Alpha.Question",
        "change: Speaker.speak() of Cat: ImagesExtensions.Default → Alpha.Talk",
        "change: Speaker.speak() of Dog: ImagesExtensions.Default → Alpha.Talk",
        "Dog alpha, default; Cat alpha, default",
        #"loaded: ["libAlpha.so of libAlpha.so"]"#,
        "descriptors: Alpha.Question, Alpha.Talk",
        "images: images, libAlpha.so",
        "descriptors: Alpha.Question, Alpha.Talk, ImagesExtensions.Default, ImagesExtensions.OfNamed",
      ])
  }

  @Test("A class that lacks @Extension is named")
  func unregistered() async throws {
    let (some, all) = (
      try await ImageHost.variant("Alpha", "FORGOTTEN"),
      try await ImageHost.variant("Alpha", "ALL_FORGOTTEN")
    )
    let lines = try await ImageHost.run(["load \(some)", "load \(all)", "load libAlpha.so"])
    #expect(
      lines.filter { $0.hasPrefix("warning: ") }
        == ["Alpha.Hidden", "Alpha.Outer.Question", "Alpha.Question"].map {
          "warning: class \($0) derives from the base class of a protocol and has no record:"
            + " put @Extension before it"
        })
  }

  @Test("Withdrawn extensions are in no chain, and come back")
  func withdraw() async throws {
    let lines = try await ImageHost.run([
      "load libAlpha.so", "withdraw libAlpha.so", "withdraw libAlpha.so", "call", "ask",
      "reinstate libAlpha.so", "reinstate libAlpha.so", "call", "ask", "withdraw libAlpha.so",
      "load libAlpha.so", "call",
    ])
    let loaded = [
      #"loaded: ["libAlpha.so of libAlpha.so"]"#, "descriptors: Alpha.Question, Alpha.Talk",
    ]
    #expect(
      lines == loaded + [
        "libAlpha.so: withdrawn",
        "libAlpha.so: it is withdrawn and can't withdraw",
        "Dog default; Cat default",
        "Dog default; Cat default",
        "libAlpha.so: active",
        "libAlpha.so: it is active and can't reinstate",
        "Dog alpha, default; Cat alpha, default",
        "Dog alpha?; Cat alpha?",
        "libAlpha.so: withdrawn",
      ] + [
        loaded[0], loaded[1],
        "change: Speaker.ask() of Cat: ImagesExtensions.Default → Alpha.Question",
        "change: Speaker.ask() of Dog: ImagesExtensions.Default → Alpha.Question",
        "change: Speaker.speak() of Cat: ImagesExtensions.Default → Alpha.Talk",
        "change: Speaker.speak() of Dog: ImagesExtensions.Default → Alpha.Talk",
        "Dog alpha, default; Cat alpha, default",
      ])
  }

  @Test("A newer build supersedes, and what it lacks is gone until it is rolled back")
  func generations() async throws {
    let newer = try await ImageHost.variant("Alpha", "NEWER")
    let lines = try await ImageHost.run([
      "load libAlpha.so identity=Alpha", "ask", "implementation",
      "load \(newer) identity=Alpha", "call", "ask", "implementation", "generations Alpha",
      "generations libAlpha.so", "withdraw libAlpha.so",
      "roll-back libAlpha-NEWER.so", "call", "ask", "implementation", "generations Alpha",
      "load \(newer) identity=Alpha", "call", "resolution",
    ])
    #expect(lines.contains("Dog alpha 2, default; Cat alpha 2, default"))
    #expect(
      lines.contains("generations of Alpha: libAlpha-NEWER.so active, libAlpha.so superseded"))
    #expect(lines.contains("generations of libAlpha.so: "))
    #expect(
      lines.filter { $0.hasPrefix("implementation: ") } == [
        "implementation: Alpha.Talk in libAlpha.so",
        "implementation: Alpha.Talk in libAlpha-NEWER.so",
        "implementation: Alpha.Talk in libAlpha.so",
      ])
    #expect(lines.contains("libAlpha.so: it is superseded and can't withdraw"))
    #expect(lines.contains("libAlpha-NEWER.so: rolledBack"))
    #expect(
      lines.contains("generations of Alpha: libAlpha-NEWER.so rolledBack, libAlpha.so active"))
    #expect(lines.filter { $0 == "Dog alpha?; Cat alpha?" }.count == 2)
    #expect(lines.filter { $0 == "Dog default; Cat default" }.count == 1)
    #expect(
      lines.filter { $0.hasPrefix("change: Speaker.ask() of Dog: Alpha.Question → ") }.count == 2)
    #expect(
      lines.contains { $0.contains("since its image is superseded by") && $0.hasSuffix(newer) })
  }

  @Test("A build that gets another identity gives back what it had superseded")
  func otherIdentity() async throws {
    let newer = try await ImageHost.variant("Alpha", "NEWER")
    let lines = try await ImageHost.run([
      "load libAlpha.so identity=Alpha", "load \(newer) identity=Alpha",
      "withdraw libAlpha-NEWER.so", "call", "ask", "load \(newer) identity=Beta",
      "generations Alpha", "generations Beta", "call", "ask",
    ])
    let changes = ["ask", "speak"].flatMap { name in
      let extensionName = name == "ask" ? "Question" : "Talk"
      return ["Cat", "Dog"].map {
        "change: Speaker.\(name)() of \($0): ImagesExtensions.Default → Alpha.\(extensionName)"
      }
    }
    #expect(
      lines.filter { !$0.hasPrefix("conflict: ") }.suffix(13) == [
        "libAlpha-NEWER.so: withdrawn", "Dog default; Cat default", "Dog default; Cat default",
        #"loaded: ["libAlpha-NEWER.so of Beta"]"#, "descriptors: Alpha.Talk",
      ] + changes + [
        "generations of Alpha: libAlpha.so active", "generations of Beta: libAlpha-NEWER.so active",
        // Of the same extension in both, that of the lower identity.
        "Dog alpha, default; Cat alpha, default", "Dog alpha?; Cat alpha?",
      ], "\(lines)")
  }

  @Test("Rolling back a build that superseded nothing restores nothing")
  func rollBackOfOpened() async throws {
    let program = try await ImageHost.program()
    let alpha = try Data(contentsOf: URL(filePath: program.folder + "libAlpha.so"))
    // Of one identity, that of the file's name.
    let builds = try ["first", "second", "third"].map { name in
      let file = try Folders.make("Images/\(FixtureMode.current)-\(name)") + "libBuild.so"
      try alpha.write(to: URL(filePath: file))
      try Command.run("patchelf", ["--set-rpath", program.folder, file])
      return file
    }
    let lines = try await ImageHost.run([
      "load \(builds[0])", "load \(builds[1]) identity=libBuild.so", "open \(builds[2])",
      "generations libBuild.so",
      "roll-back libBuild.so", "generations libBuild.so",
    ])
    let before = "generations of libBuild.so: libBuild.so active, libBuild.so active, "
    #expect(lines.contains(before + "libBuild.so superseded"), "\(lines)")
    let after = "generations of libBuild.so: libBuild.so active, libBuild.so rolledBack, "
    #expect(lines.last == after + "libBuild.so superseded")
  }

  @Test("The SONAME is read where the dynamic section is read-only", arguments: Linker.allCases)
  func soname(linker: Linker) async throws {
    let program = try await ImageHost.program()
    let file = program.folder + "soname-\(linker).so"
    var link = Link(
      output: file, objects: program.objects["Alpha"], libraries: ImageHost.libraries,
      linker: linker, flags: ["-Xlinker", "-soname", "-Xlinker", "libNamed.so.1"])
    // Of lld alone.
    if linker == .lld { link.flags += ["-Xlinker", "-z", "-Xlinker", "rodynamic"] }
    try link.run(FixtureMode.current)
    let lines = try await ImageHost.run(["load \(file)"])
    #expect(lines.first == #"loaded: ["soname-\#(linker).so of libNamed.so.1"]"#)
    let segments = try Command.run("readelf", ["-lW", file]).split(separator: "\n")
    let dynamic = segments.first { $0.contains("  DYNAMIC ") }
    #expect(dynamic?.contains(" RW ") == (linker != .lld), "\(segments)")
  }

  @Test("Images at the addresses that they were linked to, whose load bias is 0, are told apart")
  func loadBias() async throws {
    let program = try await ImageHost.program()
    let host = Link(
      output: program.folder + "no-pie",
      objects: program.objects["images", "ImagesCommands", "ImagesExtensions"],
      libraries: ImageHost.libraries, flags: ["-Xclang-linker", "-no-pie"])
    try host.run(FixtureMode.current)
    for (name, address) in [("Alpha", "0x100000000000"), ("OfLoud", "0x110000000000")] {
      let link = Link(
        output: program.folder + "fixed-\(name).so", objects: program.objects[name],
        libraries: ImageHost.libraries, linker: .lld,
        flags: ["-Xlinker", "--image-base=\(address)"])
      try link.run(FixtureMode.current)
    }
    let lines = ImageHost.lines(
      try program.run(
        "no-pie",
        [
          "load fixed-Alpha.so", "load fixed-OfLoud.so", "withdraw fixed-OfLoud.so", "biases",
          "call",
        ]
      ))
    #expect(
      lines.filter { $0.hasPrefix("loaded: ") } == [
        #"loaded: ["fixed-Alpha.so of fixed-Alpha.so"]"#,
        #"loaded: ["fixed-OfLoud.so of fixed-OfLoud.so"]"#,
      ], "\(lines)")
    // An executable that is no PIE has the dynamic linker map images where they ask for it.
    #expect(
      lines.suffix(2) == ["biases: 0, 0, 0", "Dog alpha, default; Cat alpha, default"], "\(lines)")
  }

  @Test("What was refused with one plug-in counts with another that needs it")
  func sharedDependency() async throws {
    let program = try await ImageHost.program()
    let libraries = ImageHost.libraries + ["Alpha"]
    let newer = try ImageHost.compile("newer.c", for: program)
    try program.link("needing-refused.so", [newer], libraries: libraries)
    try program.link("needing.so", program.objects["Idling"], libraries: libraries)
    // Needs it through another one.
    let nothing = try ImageHost.compile("nothing.c", for: program)
    try program.link("libBetween.so", [nothing], libraries: libraries)
    try program.link(
      "needing-through.so", program.objects["Idling"], libraries: ImageHost.libraries + ["Between"])
    for file in ["needing.so", "needing-through.so"] {
      let lines = try await ImageHost.run([
        "call", "load needing-refused.so", "images", "call", "load \(file)", "images", "call",
      ])
      #expect(lines[1].hasPrefix("refused: newerRecord: "), "\(lines)")
      #expect(lines[2...3] == ["images: images", "Dog default; Cat default"])
      #expect(lines.suffix(2).first == "images: images, libAlpha.so, \(file)", "\(lines)")
      #expect(lines.last == "Dog alpha, default; Cat alpha, default")
    }
  }

  @Test("An accessor that does not describe its extension is passed over, and listed")
  func unanswered() async throws {
    let program = try await ImageHost.program()
    try program.link("undescribed.so", [ImageHost.compile("undescribed.c", for: program)])
    let lines = try await ImageHost.run([
      "load libAlpha.so", "call", "load undescribed.so", "call", "resolution", "diagnostics",
    ])
    #expect(lines.filter { $0 == "Dog alpha, default; Cat alpha, default" }.count == 2)
    for name in ["First", "Second"] {
      #expect(
        lines.contains {
          $0.hasPrefix("Undescribed.\(name)") && $0.hasSuffix("the accessor gave no answer")
        }, "\(lines)")
    }
    let reason = "since its accessor gave no answer"
    #expect(lines.filter { $0.contains(reason) }.count == 2, "\(lines)")
  }

  @Test("A blocked extension is in no chain")
  func block() async throws {
    let lines = try await ImageHost.run([
      "call", "block ImagesExtensions.Default", "block ImagesExtensions.Default",
      "load libAlpha.so", "ask", "unblock ImagesExtensions.Default",
    ])
    #expect(
      lines.contains {
        $0.hasPrefix("blocked: ") && $0.contains("ImagesExtensions.Default → nobody")
      })
    #expect(lines.contains("blocked: "))
    #expect(lines.contains("Dog alpha?; Cat alpha?"))
    let environment = ["GRAFT_BLOCK": "Alpha.Question,Alpha.Other"]
    let blocked = try await ImageHost.run(
      ["load libAlpha.so", "call", "ask", "unblock Alpha.Question", "ask"], environment: environment
    )
    #expect(
      blocked.suffix(4).filter { $0.hasPrefix("Dog") } == [
        "Dog alpha, default; Cat alpha, default", "Dog default; Cat default",
        "Dog alpha?; Cat alpha?",
      ])
  }
}
