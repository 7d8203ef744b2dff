// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// By which ways images come into a process.
@Suite struct CircumstanceTests {
  private static let withAlpha = "Dog alpha, default; Cat alpha, default"
  private static let without = "Dog default; Cat default"

  @Test("dlopen counts as soon as it returns", arguments: ["open", "open-global"])
  func open(command: String) async throws {
    let lines = try await ImageHost.run([
      "call", "\(command) libAlpha.so", "call", "images", "\(command) libAlpha.so", "images",
    ])
    let images = "images: images, libAlpha.so"
    #expect(lines == [Self.without, "opened", Self.withAlpha, images, "opened", images])
  }

  @Test("dlclose leaves everything in place")
  func close() async throws {
    let lines = try await ImageHost.run([
      "open libAlpha.so", "close", "close", "call", "withdraw libAlpha.so", "call",
      "reinstate libAlpha.so", "call",
    ])
    #expect(
      lines == [
        "opened", "closed: true", "closed: true", Self.withAlpha, "libAlpha.so: withdrawn",
        Self.without, "libAlpha.so: active", Self.withAlpha,
      ])
  }

  @Test("A type of a late image is answered by an extension that was there")
  func lateType() async throws {
    let lines = try await ImageHost.run(["call", "open libKin.so", "run kin_speaks"])
    #expect(lines == [Self.without, "opened", "Fox named"])
  }

  @Test("An image that only adds a conformance counts, loaded, opened or preloaded")
  func conformance() async throws {
    let named = "Dog default; Cat named"
    let loaded = try await ImageHost.run(["call", "load libConforming.so", "call"])
    #expect(
      loaded == [
        Self.without, "loaded: []", "descriptors: ",
        "change: Speaker.speak() of Cat: ImagesExtensions.Default → ImagesExtensions.OfNamed",
        named,
      ])
    // It announces nothing, and calls that are answered already do not look.
    let opened = try await ImageHost.run([
      "call", "open libConforming.so", "call", "refresh", "call",
    ])
    #expect(opened == [Self.without, "opened", Self.without, named])
    // The first call of anything else does.
    let noticed = try await ImageHost.run(["call", "open libConforming.so", "kitten", "call"])
    #expect(noticed == [Self.without, "opened", "Kitten default", named])
    let environment = [
      "LD_PRELOAD": try await ImageHost.program().folder + "libConforming.so"
    ]
    #expect(try await ImageHost.run(["call"], environment: environment) == [named])
  }

  @Test(
    "A conformance is noticed when Swift knows it, not when its image is mapped",
    .onThisMachine(because: "Swift 6.2's runtime, which Debian has, waits for the dynamic linker"))
  func lateConformance() async throws {
    let lines = try await ImageHost.run([
      "call", "hold open libLate.so", "kitten", "call", "release", "puppy", "call",
    ])
    #expect(
      lines == [
        Self.without, "Kitten default", Self.without, "opened", "Puppy default",
        "Dog default; Cat named",
      ])
  }

  @Test("A call before the constructors of the executable finds its extensions")
  func earlyCall() async throws {
    let program = try await ImageHost.program()
    try program.link(
      "images-early", program.objects["images", "ImagesCommands", "ImagesExtensions"],
      libraries: ["Early"] + ImageHost.libraries)
    let outcome = try program.run("images-early", ["call", "ask"])
    // The loader has found the executable. Swift does not know its types yet, and need not: the
    // conformances are the library's.
    #expect(
      ImageHost.lines(outcome) == [
        "constructor: Dog default, Bird named", "Dog default; Cat default",
        "Dog default; Cat default", "exit: Bird named",
      ], "\(outcome)")
  }

  @Test("A plug-in's own constructor may call")
  func constructor() async throws {
    let opened = try await ImageHost.run(["call", "open libInquiring.so", "call"])
    let inquired = "Dog inquiry, default; Cat inquiry, default"
    #expect(
      opened == [Self.without, "constructor: Dog inquiry, default; 2 images", "opened", inquired])
    // Until it is accepted, it does not see itself.
    let loaded = try await ImageHost.run(["call", "load libInquiring.so", "call"])
    #expect(loaded[1] == "constructor: Dog default; 1 images")
    #expect(loaded.last == inquired)
  }

  @Test("An extension in a library that is linked at the start")
  func linked() async throws {
    let program = try await ImageHost.program()
    try program.link(
      "images-linked", program.objects["images", "ImagesCommands"],
      libraries: ["Alpha"] + ImageHost.libraries + ["ImagesExtensions"])
    let lines = ImageHost.lines(try program.run("images-linked", ["images", "call"]))
    #expect(lines == ["images: libAlpha.so, libImagesExtensions.so", Self.withAlpha])
  }

  @Test("LD_PRELOAD")
  func preload() async throws {
    let environment = ["LD_PRELOAD": try await ImageHost.program().folder + "libAlpha.so"]
    let lines = try await ImageHost.run(
      ["images", "call", "load libAlpha.so", "images"], environment: environment)
    #expect(lines[...1] == ["images: images, libAlpha.so", Self.withAlpha])
    #expect(lines.last == lines.first)
  }

  @Test(
    "A preloaded Graft that serves nobody is told of at launch, and no other one",
    .onThisMachine(because: "the emulator gets the variable, too"))
  func preloadedGraft() async throws {
    let (alone, program) = try await ImageHost.alone()
    let (lending, _) = try await ImageHost.alone(["--export-dynamic"])
    let aspect = try program.link("watching.so", program.objects["Watching"])
    func run(_ file: String, _ commands: String..., trace: String = "") throws -> Command.Outcome {
      try program.run(file, commands, environment: ["LD_PRELOAD": aspect, "GRAFT_TRACE": trace])
    }
    let line = """
      graft: \(program.folder)libGraft-dynamic.so: this copy of Graft serves nobody, since \
      \(program.folder)\(alone) has its own: extensions and advice that are linked to it do \
      nothing: link the program, and all that it loads, to Graft-dynamic (docs/products.md)

      """
    #expect(try run(alone).errors == line)
    let idle = try run(alone, "call", "load libAlpha.so")
    #expect(ImageHost.lines(idle).first == Self.without && idle.errors == line, "\(idle)")
    for file in ["images", lending] {
      let served = try run(file, "call")
      let lines = ["watched speak()", "watched speak()", Self.without]
      #expect(ImageHost.lines(served) == lines && served.errors == "", "\(served)")
    }
    let traced = try run("images", "call", trace: "load")
    #expect(traced.errors.contains("/watching.so: 1 descriptor, active\n"), "\(traced)")
    #expect(try program.run(alone, ["call"]).errors == "")
    let refused = try program.run(alone, ["load libAlpha.so", "open libAlpha.so"])
    #expect(refused.output.contains("refused: graftTwice: ") && refused.errors == "", "\(refused)")
  }

  @Test("A C program that opens Swift, and then a plug-in")
  func cProgram() async throws {
    let program = try await ImageHost.program()
    try program.link(
      "libImagesHost.so", program.objects["ImagesCommands", "ImagesExtensions"],
      libraries: ImageHost.libraries)
    let source = Folders.fixtures + "Images/host.c"
    try Command.run("clang", [source, "-o", program.folder + "c-host"])
    let outcome = try program.run(
      "c-host", [program.folder + "libImagesHost.so", "call", "load libAlpha.so", "call", "images"])
    let lines = ImageHost.lines(outcome)
    #expect(lines.first == Self.without, "\(outcome)")
    #expect(lines.suffix(2) == [Self.withAlpha, "images: libAlpha.so, libImagesHost.so"])
  }

  @Test("fork without exec")
  func fork() async throws {
    let lines = try await ImageHost.run([
      "call", "fork", "call", "ask", "load libAlpha.so", "call", "withdraw libAlpha.so", "call",
    ])
    #expect(lines[...3] == [Self.without, "in the child:", Self.without, Self.without])
    #expect(
      lines.suffix(4) == [Self.withAlpha, "libAlpha.so: withdrawn", Self.without, "child: 0"])
  }

  @Test("A child of fork takes in what another thread was opening")
  func forkDuringLoad() async throws {
    // The image stays staged for ever, with the thread that would accept it.
    let lines = try await ImageHost.run([
      "call", "hold load libHolding.so", "fork", "call", "images", "load libHolding.so", "call",
      "load libAlpha.so", "call",
    ])
    let held = "Dog held, default; Cat held, default"
    #expect(
      lines[...4] == [
        Self.without, "in the child:", Self.without, "images: images",
        #"loaded: ["libHolding.so of libHolding.so"]"#,
      ], "\(lines)")
    #expect(
      lines.contains(held) && lines.contains("Dog held, alpha, default; Cat held, alpha, default"))
    #expect(lines.contains("child: 0"), "\(lines)")
  }

  @Test(
    "A child of fork does not ask the runtime about what was ever answered",
    .onThisMachine(because: "the emulator has a thread beside the only one of the program"))
  func forkWithEmptyCells() async throws {
    let program = try await ImageHost.program()
    let preloaded = program.folder + "libforked.so"
    try Command.run(
      "clang",
      ["-shared", "-fPIC", Folders.fixtures + "Images/forked.c", "-o", preloaded, "-ldl"])
    func run(_ commands: String...) async throws -> [String] {
      try await ImageHost.run(commands, environment: ["LD_PRELOAD": preloaded])
    }
    // The image empties the cells, and stays in its constructor on another thread.
    let lines = try await run(
      "call", "ask", "hold open libHolding.so", "fork", "call", "call", "images")
    #expect(
      lines == [
        Self.without, Self.without, "in the child:", Self.without, Self.without,
        "images: images, libHolding.so", "child: 0", "opened",
      ])
    // What was not asked for before, the records of conformances may answer.
    let others = try await run("call", "hold open libHolding.so", "fork", "kitten")
    #expect(others.suffix(3) == ["Kitten held, default", "child: 0", "opened"], "\(others)")
    let unknown = try await run("call", "hold open libHolding.so", "fork", "litter")
    #expect(unknown.suffix(3) == ["the runtime is asked", "child: 768", "opened"], "\(unknown)")
    // What the child itself changes, it asks about.
    let changed = try await run(
      "litter", "hold open libHolding.so", "fork", "litter", "block ImagesExtensions.Default")
    #expect(changed.suffix(3) == ["the runtime is asked", "child: 768", "opened"], "\(changed)")
    // A parent with one thread leaves no lock behind, and what it opened counts.
    let alone = try await ImageHost.run(["call", "open libAlpha.so", "fork", "call"])
    #expect(alone.contains(Self.withAlpha), "\(alone)")
  }

  @Test("A file in memory, and one that is deleted")
  func deleted() async throws {
    let memory = try await ImageHost.run(["call", "memfd libAlpha.so", "call"])
    #expect(memory.last == Self.withAlpha)
    let program = try await ImageHost.program()
    let copy = program.folder + "deleted.so"
    try FileManager.default.copyItem(atPath: program.folder + "libAlpha.so", toPath: copy)
    let lines = try await ImageHost.run([
      "open deleted.so", "remove deleted.so", "close", "call", "withdraw deleted.so", "call",
      "reinstate deleted.so", "call",
    ])
    #expect(
      lines == [
        "opened", "removed: true", "closed: true", Self.withAlpha, "deleted.so: withdrawn",
        Self.without, "deleted.so: active", Self.withAlpha,
      ])
  }

  @Test("A relative path after the working directory has changed")
  func workingDirectory() async throws {
    let folder = try await ImageHost.program().folder
    let lines = try await ImageHost.run([
      "chdir \(folder)", "open ./libAlpha.so", "chdir /", "close", "call",
    ])
    #expect(lines.last == Self.withAlpha)
  }

  @Test("One file under two paths is one image", arguments: ["link", "symlink"])
  func paths(command: String) async throws {
    let other = "\(command)ed.so"
    let lines = try await ImageHost.run([
      "\(command) libAlpha.so \(other)", "load libAlpha.so", "load \(other)", "open \(other)",
      "images", "remove \(other)", "call",
    ])
    #expect(lines[0] == "linked: true")
    #expect(lines.filter { $0 == #"loaded: ["libAlpha.so of libAlpha.so"]"# }.count == 2)
    #expect(lines.suffix(3) == ["images: images, libAlpha.so", "removed: true", Self.withAlpha])
  }

  @Test("Two builds opened with dlopen are duplicates, of which the lower identity counts")
  func twoBuilds() async throws {
    let newer = try await ImageHost.variant("Alpha", "NEWER")
    for order in [["libAlpha.so", newer], [newer, "libAlpha.so"]] {
      let lines = try await ImageHost.run(order.map { "open \($0)" } + ["call", "diagnostics"])
      #expect(lines[2] == "Dog alpha 2, default; Cat alpha 2, default")
      #expect(lines.contains { $0.contains("Alpha.Talk") && $0.contains("passed over, since") })
    }
  }

  @Test("Images of another namespace are not seen")
  func namespace() async throws {
    let lines = try await ImageHost.run([
      "call", "open-apart libAlpha.so", "refresh", "images", "call",
    ])
    #expect(lines.suffix(2) == ["images: images", Self.without])
  }
}
