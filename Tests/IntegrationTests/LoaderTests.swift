// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// The loader by itself, in a C program.
@Suite struct LoaderTests {
  @Test("A child of fork can go on, whatever the other threads were doing")
  func fork() throws {
    #expect(try run("fork", "unannounced", "announced") == "status: 0\n")
  }

  @Test("A child of fork goes on staging where the thread was that has forked")
  func forkWhileStaging() throws {
    #expect(try run("stage", "unannounced", "announced") == "status: 0\n")
  }

  @Test("A child of fork asks again for what an image that has just arrived may answer")
  func forkDuringArrival() throws {
    #expect(
      try run("arrive", "announced", "announced") == "status: 0, images: 1, emptied: 1\n")
  }

  @Test("A walk leaves to a thread what that has begun to stage since")
  func walkWhileStaging() throws {
    #expect(try run("walk", "unannounced", "announced") == "images: 1, staged: 7\n")
  }

  @Test("The dynamic linker's lock under the registry's stops a debug build, and no other")
  func lockOrder() throws {
    #expect(
      try run("order", "announced", "announced") == "images change: yes\nnobody minds\n")
    let outcome = try start("order", ["announced", "announced"], flags: ["-DDEBUG=1"])
    #expect(outcome.wasKilled && outcome.output == "images change: yes\n", "\(outcome)")
    #expect(
      outcome.errors.hasPrefix("graft: dl_iterate_phdr is called under the registry's lock: "))
  }

  @Test("An image that arrives during a publication waits, and sleeps meanwhile")
  func wait() throws {
    #expect(
      try run("wait", "announced", "announced")
        == "opened meanwhile: no\nimages: 1, waiting cost nothing\n")
  }

  @Test("What was unloaded before it could be pinned leaves nothing behind")
  func gone() throws {
    #expect(try run("vain", "unresolved", "announced") == "images: 1, refused: 0\n")
  }

  @Test(
    "What is unloaded while it is pinned is not read any more",
    .onThisMachine(because: "AddressSanitizer is that of the toolchain's machine"))
  func close() throws {
    let output = try run("close", "unannounced", "announced", flags: ["-fsanitize=address"])
    #expect(output == "images: 0, closed: 1\n")
  }

  @Test(
    "Notes are read whole, and counted once, with what AddressSanitizer has put behind them",
    .serialized, .onThisMachine(because: "AddressSanitizer is that of the toolchain's machine"),
    arguments: Linker.allCases)
  func redzone(linker: Linker) throws {
    // Objects take the linker's options too, and have no use for them.
    let flags = [
      "-fsanitize=address", "-fuse-ld=\(linker)", "-Wl,--build-id",
      "-Wno-unused-command-line-argument",
    ]
    #expect(try run("count", "announced", "announced", flags: flags) == "copies: 1\n")
  }

  @Test(
    "It builds and runs with musl, in a static program and in one with libraries",
    .onThisMachine(because: "musl-gcc compiles for this machine"),
    arguments: [["-static"], []], [["-O0"], ["-O2", "-DNDEBUG"]])
  func musl(linking: [String], compiling: [String]) throws {
    let folder = try Folders.make("Loader/musl\(linking.count)\(compiling.count)")
    let sources = Self.files.map { Folders.sources + "CGraft/\($0).c" }
    let flags = ["-fPIC", "-Wall", "-Wextra", "-Werror"] + CGraft.include
    try Command.run(
      "musl-gcc",
      flags + linking + compiling + sources + [Folders.fixtures + "Loader/static.c"]
        + ["-o", folder + "main"])
    let lines = try Command(folder + "main").run().output.split(separator: "\n")
    #expect(
      lines.sorted() == [
        "Static.Named of Greeter, priority 2", "Static.Plain of Greeter, priority 0",
        "images: 1, static: \(linking.count)",
      ])
    let notes = try Command.run("readelf", ["-nW", folder + "main"])
    #expect(notes.contains("GraftAnchor") && notes.contains("GraftLoader"))
    #expect(notes.contains("Provider: graft"))
  }

  /// Those that do not refer to the Swift runtime.
  private static let files =
    ["advice", "cells", "loader", "locks", "probes", "records"]
    + ["dependencies", "notes", "pin", "process"].map { "platform/" + $0 }

  private func run(
    _ command: String, _ images: String..., flags: [String] = []
  ) throws -> String {
    let outcome = try start(command, images, flags: flags)
    guard outcome.succeeded else { throw Command.Failure(description: "\(outcome)") }
    return outcome.output
  }

  private func start(
    _ command: String, _ images: [String], flags: [String]
  ) throws -> Command.Outcome {
    let folder = try Folders.make("Loader/\(command)")
    func compile(_ file: String) throws -> String {
      try CGraft.compile(file, into: folder, .release, ["-Wall", "-Wextra", "-Werror"] + flags)
    }
    let objects = try Self.files.map { try compile(Folders.sources + "CGraft/\($0).c") }
    let main = try compile("Loader/main.c")
    let linked = ["-rdynamic", "-pthread", "-ldl", "-o", folder + "main"] + flags
    try Command.run("clang", objects + [main] + linked)
    let paths = try images.map { name in
      let object = try compile("Loader/\(name).c")
      try Command.run("clang", ["-shared", object, "-o", folder + name + ".so"] + flags)
      return folder + name + ".so"
    }
    return try Command(folder + "main", [command] + paths).run()
  }
}
