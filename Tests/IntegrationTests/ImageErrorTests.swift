// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Why `ExtensionImage.load` refuses an image, and that nothing of it is left then.
@Suite struct ImageErrorTests {
  /// Loads a file and then lists what there is.
  private func load(_ file: String, after commands: [String] = []) async throws -> [String] {
    let lines = try await ImageHost.run(
      commands + ["load \(file)", "refresh", "images", "descriptors", "call"])
    #expect(
      lines.suffix(3) == [
        "images: images",
        "descriptors: ImagesExtensions.Default, ImagesExtensions.OfNamed",
        "Dog default; Cat default",
      ])
    return Array(lines.dropLast(3))
  }

  @Test("A missing file, a missing library and a file that is no ELF file")
  func files() async throws {
    let folder = try await ImageHost.program().folder
    let missing = try await load("missing.so")
    #expect(missing == ["refused: notFound: \(folder)missing.so: No such file or directory"])
    try Data("not an ELF file, though long enough".utf8).write(
      to: URL(filePath: folder + "text.so"))
    #expect(try await load("text.so") == ["refused: notELF: \(folder)text.so: not an ELF file"])
    #expect(try await load(folder) == ["refused: notELF: \(folder): not an ELF file"])
  }

  @Test("A file for another class or architecture", arguments: [OtherMachine.names.other, "i386"])
  func architecture(name: String) async throws {
    let program = try await ImageHost.program()
    let object = program.folder + name + ".so"
    try Command.run(
      "clang",
      ["--target=\(name)-linux-gnu", "-c", Folders.fixtures + "Images/nothing.c", "-o", object])
    let bits = name == "i386" ? 32 : 64
    #expect(
      try await load(object) == [
        "refused: otherArchitecture: \(object): built for \(name), \(bits)-bit, little-endian, "
          + "and this process is \(OtherMachine.names.own), 64-bit, little-endian"
      ])
  }

  @Test("A library that an image needs is missing, and is named")
  func dependency() async throws {
    let folder = try Folders.make("Images/dependency")
    let nothing = try CGraft.compile("Images/nothing.c", into: folder)
    try Link(output: folder + "libneeded.so", objects: [nothing]).run(.debug)
    let link = Link(output: folder + "needing.so", objects: [nothing], libraries: ["needed"])
    try link.run(.debug)
    try FileManager.default.removeItem(atPath: folder + "libneeded.so")
    let lines = try await load(folder + "needing.so")
    let needs = "refused: libraryRefused: \(folder)needing.so: needs libneeded.so: "
    let searched = "No such file or directory: put it into one of the searched folders: "
    #expect(lines.count == 1 && lines[0].hasPrefix(needs + searched), "\(lines)")
    #expect(lines[0].contains(" \(folder), "), "\(lines)")
  }

  @Test("A name of a file in the current folder, where the dynamic linker does not search")
  func name() async throws {
    let folder = try Folders.make("Images/named")
    let plugin = try await ImageHost.program().folder + "libAlpha.so"
    try FileManager.default.copyItem(atPath: plugin, toPath: folder + "p1.so")
    let lines = try await ImageHost.run([
      "chdir \(folder)", "load-name p1.so", "load-name p2.so", "load-name ./p1.so",
    ])
    #expect(
      lines[1...2] == [
        "refused: notFound: p1.so: No such file or directory: write ./p1.so",
        "refused: notFound: p2.so: No such file or directory",
      ])
    #expect(lines[3] == #"loaded: ["p1.so of p1.so"]"#, "\(lines)")
  }

  @Test(
    "What the dynamic linker says is read and told in English",
    .onThisMachine(because: "the other machine's C library has its catalogues elsewhere"))
  func translated() async throws {
    let folder = try Folders.make("Images/translated")
    try MessageCatalog.write(
      [
        "cannot open shared object file": "gemeinsames Objekt nicht zu öffnen",
        "No such file or directory": "Datei nicht gefunden",
      ], of: "libc", language: "xx", into: folder)
    let nothing = try CGraft.compile("Images/nothing.c", into: folder)
    try Link(output: folder + "libneeded.so", objects: [nothing]).run(.debug)
    try Link(output: folder + "needing.so", objects: [nothing], libraries: ["needed"]).run(.debug)
    try FileManager.default.removeItem(atPath: folder + "libneeded.so")
    let lines = try await ImageHost.run(
      [
        "translate \(folder)", "load \(folder)needing.so", "load \(folder)missing.so",
        "open \(folder)missing.so",
      ], environment: ["LANGUAGE": "xx"])
    let needing = "\(folder)needing.so: needs libneeded.so: No such file or directory: put it "
    #expect(
      lines.map { $0.contains(needing) ? needing : $0 } == [
        "locale: true", "Datei nicht gefunden", needing,
        "refused: notFound: \(folder)missing.so: No such file or directory",
        // The thread has its locale back.
        "failed: \(folder)missing.so: gemeinsames Objekt nicht zu öffnen: Datei nicht gefunden",
      ])
  }

  @Test("A newer record version")
  func record() async throws {
    let program = try await ImageHost.program()
    let record = try ImageHost.compile("newer.c", for: program)
    let file = try program.link("newer.so", [record])
    #expect(
      try await load(file) == [
        "refused: newerRecord: \(file): its records or their anchor have version 2, and this Graft reads version 1: "
          + "update Graft, or build the image with this one"
      ])
  }

  /// A host whose API was compiled with a flag.
  private func host(_ flag: String) async throws -> Program {
    let program = try await ImageHost.program()
    let other = try Folders.make("Images/\(flag)")
    let module = Module("ImagesAPI", of: "Images", variant: "-" + flag, flags: ["-D", flag])
    let api = try module.compile(.debug)
    for file in ["libGraft-dynamic.so", "images", "libIdling.so"] {
      try? FileManager.default.copyItem(atPath: program.folder + file, toPath: other + file)
    }
    let link = Link(output: other + "libImagesAPI.so", objects: [api], libraries: ["Graft-dynamic"])
    try link.run(.debug)
    return Program(objects: program.objects, folder: other)
  }

  @Test("Another shape of a protocol that was never used")
  func shape() async throws {
    let outcome = try await host("INSERTED").run("images", ["load libIdling.so", "descriptors"])
    let lines = ImageHost.lines(outcome)
    #expect(lines.first?.hasPrefix("refused: shapeDiffers: ") == true, "\(outcome)")
    #expect(lines.first?.contains("Idling.Idling was compiled against another version of ") == true)
    #expect(lines.last == "descriptors: ImagesExtensions.Default, ImagesExtensions.OfNamed")
  }

  @Test("Each way in which a protocol can differ is told by the requirements' names")
  func differences() async throws {
    let lines = ImageHost.lines(
      try await host("INSERTED").run("images", ["load libIdling.so"]))
    #expect(
      lines.first?.hasSuffix(" of Idler (inserted() is new): build it again") == true, "\(lines)")
  }

  @Test("What another compiler has compiled, before its code runs, unless it is allowed")
  func compiler() async throws {
    let program = try await ImageHost.program()
    let module = Module(
      "Alpha", of: "Images", variant: "-compiler", flags: ["-Xcc", "-DGRAFT_SWIFT=60200"])
    let object = try module.compile(.debug, importing: Module.folder(of: "Images", .debug))
    let file = try program.link("libElsewhere.so", [object], libraries: ImageHost.libraries)
    let own = try #require(
      try Command.run("swiftc", ["--version"]).firstMatch(of: /Swift version ([0-9.]+)/)
    ).1
    let refusal =
      "refused: otherCompiler: \(file): compiled by Swift 6.2, and the Graft of this process by "
      + "Swift \(own): build it with that one, or load it with allowingOtherCompilers: true"
    #expect(try await load("libElsewhere.so") == [refusal])
    // By a name that is searched for it is found when it is mapped.
    let searched = try await ImageHost.run(
      ["load-name libElsewhere.so", "images"], environment: ["LD_LIBRARY_PATH": program.folder])
    #expect(searched.contains(refusal) && searched.last == "images: images", "\(searched)")
    let allowed = try await ImageHost.run(["load libElsewhere.so compilers", "call"])
    #expect(allowed.last == "Dog alpha, default; Cat alpha, default", "\(allowed)")
    // C is of any compiler.
    let nothing = try ImageHost.compile("nothing.c", for: program)
    try program.link("libOfC.so", [nothing])
    let ofC = try await ImageHost.run(["load libOfC.so"])
    #expect(ofC.first?.hasPrefix("loaded: ") == true, "\(ofC)")
  }

  @Test("An unresolved symbol, with what it stands for")
  func symbol() async throws {
    let outcome = try await host("REMOVED").run("images", ["load libIdling.so", "images"])
    let lines = ImageHost.lines(outcome)
    #expect(lines.first?.hasPrefix("refused: unresolvedSymbol: ") == true, "\(outcome)")
    let missing = "needs ImagesAPI._GraftBaseOfIdler.idle(A) -> Swift.String"
    #expect(lines.first?.contains(missing) == true)
    #expect(lines.last == "images: images")
  }

  @Test("A module twice, also if its protocol was never used", arguments: ["Idling", "Alpha"])
  func module(name: String) async throws {
    let program = try await ImageHost.program()
    let file = try program.link("\(name)-API.so", program.objects[name, "ImagesAPI"])
    #expect(
      try await load(file) == [
        "refused: moduleTwice: \(file): brings its own copy of module ImagesAPI, so its protocols "
          + "are others: make ImagesAPI a dynamic product of a package of its own, on which both "
          + "depend (the targets of one package are linked into each of its products)"
      ])
  }

  @Test("Graft twice")
  func graft() async throws {
    let program = try await ImageHost.program()
    let objects = program.objects["Alpha"] + program.objects.graft
    let file = try program.link("Alpha-Graft.so", objects, libraries: ["ImagesAPI"])
    let lines = try await load(file)
    #expect(lines.first?.hasPrefix("refused: graftTwice: \(file): ") == true, "\(lines)")
    #expect(
      lines.first?.contains("link Graft-dynamic into \(file), instead of another Graft") == true,
      "\(lines)")
  }

  @Test("Graft twice, as two dynamic products")
  func otherProduct() async throws {
    let program = try await ImageHost.program()
    try program.link("libGraftCourier-dynamic.so", program.objects.graft, libraries: [])
    try program.link(
      "images-courier",
      program.objects["images", "ImagesCommands", "ImagesExtensions", "ImagesAPI"],
      libraries: ["GraftCourier-dynamic"])
    let outcome = try program.run("images-courier", ["load libAlpha.so", "diagnostics"])
    let lines = ImageHost.lines(outcome)
    let file = program.folder + "libAlpha.so"
    let advice = "link GraftCourier-dynamic into \(file), instead of another Graft"
    #expect(lines.first?.hasPrefix("refused: graftTwice: \(file): ") == true, "\(outcome)")
    #expect(lines.first?.contains(advice) == true, "\(outcome)")
    let diagnostic = lines.first { $0.hasPrefix("several copies of Graft are loaded") }
    #expect(
      diagnostic?.contains(
        "link GraftCourier-dynamic and the dynamic Swift library into all that links another")
        == true, "\(outcome)")
  }

  @Test("Graft twice, the second hidden in a plug-in or in what that needs")
  func hiddenGraft() async throws {
    let program = try await ImageHost.program()
    let script = program.folder + "hidden.map"
    try Data("{ global: nothing; local: *; };".utf8).write(to: URL(filePath: script))
    let nothing = try ImageHost.compile("nothing.c", for: program)
    let libraries = ["Graft-dynamic", "ImagesAPI"]
    var link = Link(
      output: program.folder + "libHidden.so",
      objects: program.objects["Alpha"] + program.objects.graft + [nothing],
      libraries: libraries, flags: ["-Xlinker", "--version-script", "-Xlinker", script])
    try link.run(.debug)
    link = Link(
      output: program.folder + "needing-hidden.so",
      objects: program.objects["Idling"] + [nothing], libraries: libraries + ["Hidden"])
    try link.run(.debug)
    let symbols = try Command.run("nm", ["-D", program.folder + "libHidden.so"])
    #expect(!symbols.contains("graft_image_arrived") && symbols.contains("T nothing"))
    for file in ["libHidden.so", "needing-hidden.so"] {
      let lines = try await load(program.folder + file)
      let prefix = "refused: graftTwice: \(program.folder + file): "
      #expect(lines.first?.hasPrefix(prefix) == true, "\(lines)")
      #expect(lines.first?.contains("/libHidden.so") == true, "\(lines)")
    }
    // Also where images were looked at before, among which there was one copy.
    let later = try await ImageHost.run([
      "load libWaiting.so", "load libAdvising.so", "load libHidden.so", "load libHidden.so",
    ])
    let refused = later.filter { $0.hasPrefix("refused: graftTwice: ") }
    #expect(refused.count == 2, "\(later)")
    let opened = try await ImageHost.run(["open libHidden.so", "diagnostics"])
    #expect(
      opened.contains {
        $0.hasPrefix("several copies of Graft are loaded") && $0.contains("/libHidden.so")
      }, "\(opened)")
  }

  @Test("The Swift runtime twice")
  func runtime() async throws {
    let program = try await ImageHost.program()
    let file = program.folder + "Alpha-static.so"
    let link = Link(
      output: file, objects: program.objects["Alpha"], libraries: ImageHost.libraries,
      flags: ["-static-stdlib"])
    try link.run(.debug)
    let lines = try await load(file)
    #expect(lines.first?.hasPrefix("refused: swiftRuntimeTwice: \(file): ") == true, "\(lines)")
  }

  @Test("A conflict that names decide is refused if the host says so")
  func conflict() async throws {
    let refused = try await ImageHost.run([
      "load libOfLoud.so", "call", "load libOfQuiet.so refuse", "call", "images",
      "load libOfQuiet.so", "call", "images", "conflicts",
    ])
    #expect(refused[2] == "Dog LOUD; Cat default")
    #expect(refused[3].hasPrefix("refused: conflict: "))
    for name in ["OfLoud.Shout", "OfQuiet.Whisper", "speak() of Dog"] {
      #expect(refused[3].contains(name))
    }
    #expect(refused[4...5] == ["Dog LOUD; Cat default", "images: images, libOfLoud.so"])
    #expect(
      refused.contains {
        $0.hasPrefix("conflict: ") && $0.contains("only by the name of its plug-in")
      }, "\(refused)")
    #expect(
      refused.suffix(3) == [
        "Dog LOUD; Cat default", "images: images, libOfLoud.so, libOfQuiet.so", "conflicts: 0",
      ])
  }

  @Test("A conflict with what is loaded while an image is judged")
  func conflictMeanwhile() async throws {
    let lines = try await ImageHost.run(["call", "load libLuring.so refuse", "call", "images"])
    #expect(lines[1].hasPrefix("refused: conflict: "), "\(lines)")
    #expect(lines[1].contains("Luring.Lure") && lines[1].contains("OfQuiet.Whisper"))
    #expect(lines[2...] == ["Dog quiet; Cat default", "images: images, libOfQuiet.so"])
  }

  @Test("A program with a Graft of its own is named, and not the plug-in")
  func graftOfProgram() async throws {
    let (file, program) = try await ImageHost.alone(["--export-dynamic"])
    let outcome = try program.run(file, ["load libAlpha.so"])
    let lines = ImageHost.lines(outcome)
    #expect(lines.first?.hasPrefix("refused: graftTwice: ") == true, "\(lines)")
    #expect(
      lines.first?.contains("link Graft-dynamic into \(program.folder)\(file), instead") == true,
      "\(lines)")
    // The refusal says it all.
    #expect(outcome.errors == "", "\(outcome)")
  }

  @Test("A conflict is refused whether its subject was called before or not")
  func unusedSubject() async throws {
    for call in [[], ["call"]] {
      let lines = try await ImageHost.run(
        ["load libOfLoud.so"] + call + ["load libOfQuiet.so refuse", "call"])
      let refused = lines.filter { $0.hasPrefix("refused: conflict: ") }
      #expect(refused.count == 1 && refused[0].contains("speak() of Dog"), "\(lines)")
      #expect(lines.last == "Dog LOUD; Cat default")
    }
  }

  @Test("A conflict within a plug-in is refused or passed over; names decide between plug-ins")
  func conflictChoices() async throws {
    let torn = try await ImageHost.variant("OfLoud", "TORN")
    let allowed = try await ImageHost.run([
      "load \(torn)", "call", "load \(torn) allow", "call",
    ])
    #expect(allowed[0].hasPrefix("refused: conflict: "), "\(allowed)")
    #expect(allowed.last == "Dog default; Cat default")
    let told = allowed.filter { $0.hasPrefix("conflict: ") }
    #expect(told.count == 1 && told[0].contains("speak() of Dog"), "\(allowed)")
    for order in [["Loud", "Quiet"], ["Quiet", "Loud"]] {
      let lines = try await ImageHost.run(
        order.map { "load libOf\($0).so" } + ["call", "conflicts", "resolution"])
      #expect(lines.contains("Dog LOUD; Cat default"), "\(lines)")
      #expect(lines.contains("conflicts: 0"))
      #expect(lines.contains { $0.contains("OfLoud.Shout") && $0.contains("name") }, "\(lines)")
    }
  }

  @Test("What counts again is judged by types too")
  func conflictOfState() async throws {
    let torn = try await ImageHost.variant("OfLoud", "TORN")
    let name = String(torn.split(separator: "/").last!)
    let lines = try await ImageHost.run([
      "load \(torn) allow", "withdraw \(name)", "reinstate \(name)", "reinstate-anyway \(name)",
    ])
    #expect(lines[lines.count - 2].contains("can't reinstate since"), "\(lines)")
    #expect(lines.last == "\(name): active")
  }
}
