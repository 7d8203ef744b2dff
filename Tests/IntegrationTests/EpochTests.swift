// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

extension Fixture {
  fileprivate static let epoch = Fixture(
    name: "Epoch", modules: ["Delegate", "Watcher"].map { Module($0, of: "Epoch") })
}

/// What was compiled with another Graft's layouts does not come into the process.
@Suite struct EpochTests {
  private static let number = 7
  private static let symbol = "graft_epoch_3"
  /// In the names of what generated code calls in the protocol's module.
  private static let part = "_graft3_"

  // MARK: The reference

  /// How many relocations of a file name the epoch.
  private func references(_ file: String) throws -> Int {
    try Command.run("readelf", ["-rW", file]).split(separator: "\n")
      .count { $0.contains(" \(Self.symbol) ") }
  }

  @Test(
    "Each image with generated code refers to the epoch, by one relocation",
    arguments: Mode.allCases, Linker.allCases)
  func references(mode: Mode, linker: Linker) async throws {
    let program = try await LoadHost.program(mode)
    let folder = try Folders.make("Epoch/linked-\(mode)-\(linker)")
    try FileManager.default.copyItem(
      atPath: program.folder + "libGraft-dynamic.so", toPath: folder + "libGraft-dynamic.so")
    func link(_ file: String, _ objects: [String], libraries: [String]) throws -> String {
      let libraries = ["Graft-dynamic"] + libraries
      try Link(output: folder + file, objects: objects, libraries: libraries, linker: linker)
        .run(mode)
      return folder + file
    }
    let number = try CGraft.compile("Load/number.c", into: folder, mode)
    let conformer = try Module("Conformer", of: "Epoch")
      .compile(mode, importing: Module.folder(of: "Load", mode))
    let nothing = try CGraft.compile("Images/nothing.c", into: folder, mode)
    // Protocols, and extensions.
    let api = try link("libLoadAPI.so", program.objects["LoadAPI"], libraries: [])
    let plugin = try link(
      "plugin.so", program.objects["LoadPlugin"] + [number], libraries: ["LoadAPI"])
    for file in [api, plugin] { #expect(try references(file) == 1, "\(file)") }
    // Calls go through the protocol's image, by names that have the epoch in them.
    let calls = try link("conformer.so", [conformer], libraries: ["LoadAPI"])
    #expect(try references(calls) == 0)
    let undefined = try Command.run("nm", ["-D", "--undefined-only", calls])
    #expect(undefined.contains(Self.part) && !undefined.contains("graft_image_arrived"))
    #expect(try references(link("nothing.so", [nothing], libraries: [])) == 0)
  }

  @Test(
    "A program of types that use defaults does not start with other requirements",
    arguments: Mode.allCases)
  func requirements(mode: Mode) async throws {
    let graft = try await LoadHost.program(mode).folder + "libGraft-dynamic.so"
    let later = Module("ChangedAPI", of: "Changed", variant: "-later", flags: ["-D", "LATER"])
    let folders = try [Module("ChangedAPI", of: "Changed"), later].map { module in
      let folder = try Folders.make("Epoch/\(module.fixture)-\(mode)")
      try FileManager.default.copyItem(atPath: graft, toPath: folder + "libGraft-dynamic.so")
      try Link(
        output: folder + "libChangedAPI.so", objects: [module.compile(mode)],
        libraries: ["Graft-dynamic"]
      ).run(mode)
      return folder
    }
    try Link(
      output: folders[0] + "changed",
      objects: [Module("Changed", of: "Changed", "main.swift").compile(mode)],
      libraries: ["Graft-dynamic", "ChangedAPI"]
    ).run(mode)
    #expect(try Command.run(folders[0] + "changed") == "7 shop\n")
    try FileManager.default.copyItem(
      atPath: folders[0] + "changed", toPath: folders[1] + "changed")
    let outcome = try Command.outcome(folders[1] + "changed", environment: ["LD_BIND_NOW": "1"])
    #expect(
      !outcome.wasKilled && outcome.status == 127 && outcome.errors.contains(Self.part),
      "\(outcome)")
  }

  @Test("So does one with couriers, and one with advice", arguments: Mode.allCases)
  func otherMacros(mode: Mode) async throws {
    let program = try await Program(.epoch, mode)
    for name in ["Delegate", "Watcher"] {
      let file = try program.link("lib\(name).so", program.objects[name])
      #expect(try references(file) == 1, "\(file)")
    }
  }

  @Test("An executable with Graft in it has what its own code refers to", arguments: Mode.allCases)
  func executable(mode: Mode) async throws {
    let objects = try await Fixture(program: "Ranking").compiled(mode)
    let folder = try Folders.make("Epoch/executable-\(mode)")
    let all = objects["ranking", "RankingExtensions", "RankingAPI"]
    try Link(output: folder + "ranking", objects: all + objects.graft).run(mode)
    #expect(try references(folder + "ranking") == 0)
    #expect(try Command(folder + "ranking", ["conflict"]).run().output == "default\n")
    // Of two epochs the linker makes none.
    let other = try renamed(all, in: folder)
    let link = Link(output: folder + "mixed", objects: other + objects.graft)
    let failure = #expect(throws: Command.Failure.self) { try link.run(mode) }
    #expect("\(failure!)".contains("graft_epoch_\(Self.number)"), "\(failure!)")
  }

  // MARK: Another epoch

  /// Objects as a Graft of the other epoch would have them compiled.
  private func renamed(_ objects: [String], in folder: String) throws -> [String] {
    try objects.map { object in
      let other = folder + URL(filePath: object).lastPathComponent
      let names = Set(
        try Command.run("nm", ["--format=just-symbols", object]).split(separator: "\n"))
      let changes = names.compactMap { name in
        let changed = name.replacing(Self.symbol, with: "graft_epoch_\(Self.number)")
          .replacing(Self.part, with: "_graft\(Self.number)_")
        return changed == name ? nil : "\(name) \(changed)\n"
      }
      let list = other + ".symbols"
      try changes.joined().write(toFile: list, atomically: true, encoding: .utf8)
      try Command.run("objcopy", ["--redefine-syms=\(list)", object, other])
      let libraries = Module.autolinkFile(of: object)
      if FileManager.default.fileExists(atPath: libraries) {
        try? FileManager.default.copyItem(
          atPath: libraries, toPath: Module.autolinkFile(of: other))
      }
      return other
    }
  }

  /// The program of images, its API, its plug-ins and Graft, all of the other epoch.
  private func otherProgram() async throws -> Program {
    try await Self.once.value(for: "") {
      let program = try await ImageHost.program()
      let folder = try Folders.make("Epoch/other")
      let other = Program(objects: program.objects, folder: folder)
      func objects(_ names: String...) throws -> [String] {
        try renamed(names.flatMap { program.objects[$0] }, in: folder)
      }
      try other.link(
        "libGraft-dynamic.so", renamed(program.objects.graft, in: folder), libraries: [])
      try other.link("libImagesAPI.so", objects("ImagesAPI"))
      try other.link(
        "images", objects("images", "ImagesCommands", "ImagesExtensions"),
        libraries: ImageHost.libraries)
      try other.link("libAlpha.so", objects("Alpha"), libraries: ImageHost.libraries)
      // Of what is missing there, dlopen names another symbol first.
      let absent = try CGraft.compile("Epoch/absent.c", into: folder)
      let link = Link(
        output: folder + "absent.so", objects: try [absent] + objects("Alpha"),
        libraries: ImageHost.libraries, linker: .lld)
      try link.run(.debug)
      return other
    }
  }

  private static let once = Once<String, Program>()

  private func refusal(_ file: String) -> String {
    "\(file): compiled with a Graft of epoch \(Self.number), and the one in this process is of "
      + "epoch 3: build it, and the libraries that it needs, with the Graft of this process"
  }

  @Test("What is all of one epoch works")
  func same() async throws {
    let outcome = try await otherProgram().run("images", ["load libAlpha.so", "call"])
    #expect(outcome.succeeded, "\(outcome)")
    #expect(ImageHost.lines(outcome).last == "Dog alpha, default; Cat alpha, default")
  }

  @Test("A plug-in of another epoch is refused with what to do", arguments: ["libAlpha", "absent"])
  func refused(name: String) async throws {
    let file = try await otherProgram().folder + name + ".so"
    let lines = try await ImageHost.run(["load \(file)", "images", "call"])
    #expect(
      lines == [
        "refused: epochDiffers: \(refusal(file))", "images: images", "Dog default; Cat default",
      ])
  }

  @Test("A type that was compiled with another epoch's cells is refused")
  func conformer() async throws {
    let program = try await LoadHost.program(.optimised)
    let conformer = try Module("Conformer", of: "Epoch", variant: "-other")
      .compile(.optimised, importing: Module.folder(of: "Load", .optimised))
    let folder = try Folders.make("Epoch/conformer")
    let objects = try renamed([conformer], in: folder)
    let file = try program.link(
      "conformer.so", objects, libraries: ["Graft-dynamic", "LoadAPI"])
    let outcome = try program.run("load", ["refused", file])
    #expect(outcome.output == "\(refusal(file))\n", "\(outcome)")
  }

  @Test("What dlopen says is the name of the epoch")
  func opened() async throws {
    let file = try await otherProgram().folder + "libAlpha.so"
    let lines = try await ImageHost.run(["open \(file)", "call"])
    #expect(
      lines == [
        "failed: \(file): undefined symbol: graft_epoch_\(Self.number)",
        "Dog default; Cat default",
      ])
  }

  @Test("A plug-in that was compiled with another epoch's header is refused")
  func compiled() async throws {
    let program = try await ImageHost.program()
    let module = Module(
      "Alpha", of: "Images", variant: "-epoch",
      flags: ["-Xcc", "-DGRAFT_EPOCH=\(Self.number)"])
    let object = try module.compile(.debug, importing: Module.folder(of: "Images", .debug))
    let file = try program.link("epoch.so", [object], libraries: ImageHost.libraries)
    let lines = try await ImageHost.run(["load \(file)"])
    #expect(lines == ["refused: epochDiffers: \(refusal(file))"])
  }

  @Test("A program does not start with a Graft of another epoch")
  func program() async throws {
    let program = try await ImageHost.program()
    let folder = try Folders.make("Epoch/replaced")
    for file in ["images", "libImagesAPI.so"] {
      try? FileManager.default.copyItem(atPath: program.folder + file, toPath: folder + file)
    }
    let graft = try await otherProgram().folder + "libGraft-dynamic.so"
    try? FileManager.default.copyItem(atPath: graft, toPath: folder + "libGraft-dynamic.so")
    let outcome = try Program(objects: program.objects, folder: folder).run("images", ["call"])
    #expect(outcome.status == 127, "\(outcome)")
    #expect(outcome.errors.contains("undefined symbol: \(Self.symbol)"), "\(outcome)")
  }
}
