// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Libraries that plug-ins need and the process does not have.
@Suite(.inEachMode) struct NeededLibraryTests {
  private static let machine = OtherMachine.names.own

  /// A plug-in `plugin.so`, whose libraries are in folders around it.
  private struct Plugin {
    let folder: MadeFolder
    private let objects: String

    init(_ name: String) async throws {
      folder = try await MadeFolder("needing-\(name)/plug-ins")
      objects = try Folders.make("Images/\(FixtureMode.current)-objects-needing-\(name)")
    }

    func path(_ file: String) -> String { folder.path + file }

    /// Makes a library.
    ///
    /// - Parameter file: its path from the plug-in's folder.
    func library(
      _ file: String, needing needed: [String] = [], calling called: String? = nil,
      runPath: String? = nil, hasName: Bool = true
    ) throws {
      let name = URL(filePath: file).deletingPathExtension().lastPathComponent
      let object = try CGraft.compile(
        "Images/own.c", into: objects, FixtureMode.current,
        ["-DNAME=\(name)"] + (called.map { ["-DCALLED=\($0)"] } ?? []))
      try link(
        file, object, needing: needed, runPath: runPath,
        hasName ? ["-Wl,-soname,\(name).so"] : [])
    }

    /// Links the plug-in.
    ///
    /// - Parameter isInherited: whether its run path is also that of the libraries.
    func make(
      needing needed: [String], runPath: String?, isInherited: Bool = false, flags: [String] = []
    ) throws {
      let object = try CGraft.compile(
        "Images/plugin.c", into: objects, FixtureMode.current,
        [#"-DNAME="Needing""#, #"-DVERSION="1""#, #"-DNEEDED="images-host""#])
      try link(
        "plugin.so", object, needing: needed, runPath: runPath,
        flags + (isInherited ? ["-Wl,--disable-new-dtags"] : []))
    }

    private func link(
      _ file: String, _ object: String, needing needed: [String], runPath: String?,
      _ flags: [String]
    ) throws {
      try FileManager.default.createDirectory(
        at: URL(filePath: path(file)).deletingLastPathComponent(),
        withIntermediateDirectories: true)
      try Command.run(
        "clang",
        ["-shared", "-o", path(file), object, "-Wl,--no-as-needed,--enable-new-dtags"] + flags
          + (runPath.map { ["-Wl,-rpath,\($0)"] } ?? []) + needed.map(path))
    }

    /// The result of a command that loads the plug-in, and the libraries that are mapped then.
    func mapped(
      by command: String, of files: [String], environment: [String: String] = [:]
    ) async throws -> (result: String, mapped: [String]) {
      let paths = files.map { URL(filePath: path($0)).standardizedFileURL.path() }
      let lines = try await ImageHost.run(
        ["chdir \(folder.path)/..", command] + paths.map { "mapped \($0)" },
        environment: environment)
      let result = lines.first { $0.hasPrefix("result: ") || $0.contains("ed: ") } ?? ""
      let found = zip(lines.suffix(files.count), files).filter { $0.0 == "mapped: true" }
      return (result.replacing(folder.path, with: ""), found.map(\.1))
    }

    var load: String { "load \(path("plugin.so"))" }
    var loadAll: String { "load-all \(folder.path) providing=images-host:2.1" }
    let isLoaded = "result: plugin.so: loaded, with 0 descriptors"

    /// The verdict of `inspect-sections`, as the host prints its own.
    func judged(environment: [String: String] = [:]) throws -> String {
      let (name, arguments) = OtherMachine.reading(
        Folders.products + "inspect-sections",
        ["fit", folder.program.folder + "images", path("plugin.so")])
      var command = try Command(name, arguments)
      command.environment = environment
      let line = try command.run().output.split(separator: "\n").first
      return line.map { String($0).replacing(folder.path, with: "") } ?? ""
    }

    /// Checks that the plug-in of a folder gets the libraries that it gets by `load`.
    func check(_ files: [String], environment: [String: String] = [:]) async throws {
      let one = try await mapped(by: load, of: files, environment: environment)
      #expect(one.result.hasPrefix("loaded: ["), "\(one)")
      #expect(!one.mapped.isEmpty)
      let all = try await mapped(by: loadAll, of: files, environment: environment)
      #expect(all.result == isLoaded, "\(all)")
      #expect(all.mapped == one.mapped)
      #expect(try judged(environment: environment) == "plugin.so: accepted")
    }
  }

  @Test(
    "A folder's plug-in gets the library that the dynamic linker finds",
    arguments: [
      "$ORIGIN/own", "${ORIGIN}/own/", "$ORIGIN/own/$LIB", "$ORIGIN/own/${LIB}",
      "$ORIGIN/own/platform/${PLATFORM}", "$ORIGIN/../own/newer",
      "$ORIGIN/own/none:$ORIGIN/own/newer",
      "$ORIGIN/none/../own", ":$ORIGIN/own/newer", "$ORIGINAL/own:$ORIGIN/own", "$LIB:$ORIGIN/own",
    ])
  func places(runPath: String) async throws {
    let name = String(runPath.map { $0.isLetter ? $0 : "-" })
    let plugin = try await Plugin("places-" + name)
    let levels = ["x86-64-v2", "x86-64-v3", "x86-64-v4", "x86-64-v5"].map {
      "newer/glibc-hwcaps/\($0)/"
    }
    let folders =
      ["", "lib/", "lib64/", "lib/\(Self.machine)-linux-gnu/", "platform/\(Self.machine)/"]
      + ["platform/haswell/", "newer/"] + levels
    let files =
      folders.map { "own/\($0)libextra.so" } + folders.map { "../own/\($0)libextra.so" }
      + ["none/nothing.so", "../libextra.so", "../lib/\(Self.machine)-linux-gnu/libextra.so"]
    try plugin.library(files[0])
    let library = try plugin.folder.data(files[0])
    for file in files.dropFirst() {
      try FileManager.default.createDirectory(
        at: URL(filePath: plugin.path(file)).deletingLastPathComponent(),
        withIntermediateDirectories: true)
      try plugin.folder.write(library, to: file)
    }
    try plugin.make(needing: [files[0]], runPath: runPath)
    try await plugin.check(files)
  }

  @Test(
    "A library only for newer processors is found",
    .onThisMachine(because: "its folder has the name of a processor of this machine"))
  func newerProcessors() async throws {
    let plugin = try await Plugin("processors")
    let file = "own/glibc-hwcaps/x86-64-v2/libextra.so"
    try plugin.library("own/libextra.so")
    try plugin.make(needing: ["own/libextra.so"], runPath: "$ORIGIN/own")
    try plugin.library(file)
    try FileManager.default.removeItem(atPath: plugin.path("own/libextra.so"))
    try await plugin.check([file])
  }

  @Test("Libraries that need others get them", arguments: [true, false], [true, false])
  func nested(isInherited: Bool, hasName: Bool) async throws {
    let plugin = try await Plugin("nested-\(isInherited)-\(hasName)")
    let files = ["own/libfirst.so", "own/libsecond.so", "more/libthird.so"]
    try plugin.library(files[2], hasName: hasName)
    try plugin.library(
      files[1], needing: [files[2]], runPath: "$ORIGIN/../more", hasName: hasName)
    try plugin.library(
      files[0], needing: [files[1]], runPath: isInherited ? nil : "$ORIGIN", hasName: hasName)
    try plugin.make(needing: [files[0]], runPath: "$ORIGIN/own", isInherited: isInherited)
    if !hasName {
      for (file, needed) in [("plugin.so", files[0]), (files[0], files[1]), (files[1], files[2])] {
        // The linkers take the path.
        let name = URL(filePath: needed).lastPathComponent
        try Command.run(
          "patchelf", ["--replace-needed", plugin.path(needed), name, plugin.path(file)])
      }
    }
    try await plugin.check(files)
  }

  @Test("What a filter stands for is found and checked like what is needed")
  func filter() async throws {
    let plugin = try await Plugin("filter")
    let file = "own/libextra.so"
    try plugin.library(file)
    try plugin.make(needing: [], runPath: "$ORIGIN/own", flags: ["-Wl,--filter=libextra.so"])
    try await plugin.check([file])
    try plugin.folder.write(plugin.folder.data(file).prefix(3000), to: file)
    let damaged = try await plugin.mapped(by: plugin.load, of: [file])
    #expect(
      damaged.result.hasPrefix("refused: libraryRefused: plugin.so: needs own/libextra.so: trunc"),
      "\(damaged)")
    #expect(damaged.mapped == [])
    #expect(try plugin.judged() == damaged.result)
    try FileManager.default.removeItem(atPath: plugin.path(file))
    let missing = try await plugin.mapped(by: plugin.load, of: [])
    #expect(
      missing.result.hasPrefix("refused: libraryRefused: plugin.so: needs libextra.so: No such f"),
      "\(missing)")
    #expect(try plugin.judged() == missing.result)
    // What may be missing is.
    try plugin.make(needing: [], runPath: "$ORIGIN/own", flags: ["-Wl,--auxiliary=libextra.so"])
    let auxiliary = try await plugin.mapped(by: plugin.load, of: [])
    #expect(auxiliary.result.hasPrefix("loaded: ["), "\(auxiliary)")
    #expect(try plugin.judged() == "plugin.so: accepted")
  }

  @Test("A library that is needed by a path in the plug-in's folder is found")
  func neededPath() async throws {
    let plugin = try await Plugin("path")
    let file = "own/libextra.so"
    try plugin.library(file)
    try plugin.make(needing: [file], runPath: nil)
    try Command.run(
      "patchelf",
      ["--replace-needed", "libextra.so", "$ORIGIN/own/libextra.so", plugin.path("plugin.so")])
    try await plugin.check([file])
    try plugin.folder.write(plugin.folder.data(file).prefix(3000), to: file)
    let result = try await plugin.mapped(by: plugin.load, of: []).result
    #expect(result.contains("needs own/libextra.so: truncated: "), "\(result)")
  }

  @Test("A library that needs a file of the folder gets what was judged, or refuses the plug-in")
  func sibling() async throws {
    let plugin = try await Plugin("sibling")
    let files = ["own/libextra.so", "z.so"]
    try plugin.folder.plugin("z.so", name: "Z", soname: "z.so")
    try plugin.library(files[0], needing: ["z.so"], runPath: "$ORIGIN/..")
    try plugin.make(needing: [files[0]], runPath: "$ORIGIN/own")
    let all = try await plugin.mapped(by: plugin.loadAll, of: files)
    #expect(all.result == plugin.isLoaded && all.mapped == [files[0]], "\(all)")
    let denied = try await plugin.mapped(by: plugin.loadAll + " deny=z.so", of: files)
    #expect(denied.result == "result: refused: plugin.so: needs z.so, which was refused")
    #expect(denied.mapped == [])
  }

  @Test("A library that calls another one of the plug-in, and does not say so, is loaded")
  func underlinked() async throws {
    let plugin = try await Plugin("underlinked")
    let files = ["own/libcalling.so", "own/libcalled.so"]
    try plugin.library(files[1])
    try plugin.library(files[0], calling: "libcalled")
    try plugin.make(needing: files, runPath: "$ORIGIN/own")
    try await plugin.check(files)
  }

  @Test(
    "A library that is not whole, or none, is named with the plug-in", arguments: [false, true])
  func damaged(isNested: Bool) async throws {
    let plugin = try await Plugin("damaged-\(isNested)")
    let files = ["own/libfirst.so", "own/libsecond.so"]
    try plugin.library(files[1])
    try plugin.library(files[0], needing: [files[1]], runPath: "$ORIGIN")
    try plugin.make(needing: [files[0]], runPath: "$ORIGIN/own")
    let damaged = files[isNested ? 1 : 0]
    let bytes = try Data(contentsOf: URL(filePath: plugin.path(damaged)))
    let texts = [
      (bytes.prefix(3000), "truncated: it has 3000 of at least "),
      (bytes.prefix(30), "truncated: it has 30 of at least 64 bytes"),
      (Data("text".utf8), "not an ELF file"),
    ]
    for (data, text) in texts {
      try plugin.folder.write(data, to: damaged)
      let refusal = "plugin.so: needs \(damaged): \(text)"
      let one = try await plugin.mapped(by: plugin.load, of: files)
      #expect(one.result.hasPrefix("refused: libraryRefused: \(refusal)"), "\(one)")
      #expect(try plugin.judged() == one.result)
      for mapping in ["", " file"] {
        let all = try await plugin.mapped(by: plugin.loadAll + mapping, of: files)
        #expect(all.result.hasPrefix("result: refused: \(refusal)"), "\(all)")
        #expect(one.mapped + all.mapped == [])
      }
    }
    try plugin.folder.write(bytes, to: damaged)
    try await plugin.check(files)
  }

  @Test("What only the program's DT_RPATH leads to is checked too")
  func programs() async throws {
    let plugin = try await Plugin("programs")
    let file = "own/libextra.so"
    try plugin.library(file)
    try plugin.make(needing: [file], runPath: nil)
    let program = plugin.folder.program
    let host = program.folder + "images-with-rpath"
    try? FileManager.default.removeItem(atPath: host)
    try FileManager.default.copyItem(atPath: program.folder + "images", toPath: host)
    let runPath = try Command.run("patchelf", ["--print-rpath", host])
    try Command.run(
      "patchelf",
      [
        "--force-rpath", "--set-rpath",
        runPath.trimmingCharacters(in: .whitespacesAndNewlines) + ":" + plugin.path("own"), host,
      ])
    func result() throws -> String? {
      ImageHost.lines(try program.run("images-with-rpath", [plugin.load])).first
    }
    #expect(try result()?.hasPrefix("loaded: [") == true)
    try plugin.folder.write(plugin.folder.data(file).prefix(3000), to: file)
    let refusal = "\(plugin.path("plugin.so")): needs \(plugin.path(file)): truncated: "
    #expect(try result()?.hasPrefix("refused: libraryRefused: \(refusal)") == true)
  }

  @Test(
    "A library for another machine is passed over, and one that no search finds is named",
    .onThisMachine(because: "files are judged for a start here, programs start elsewhere"))
  func passedOver() async throws {
    let plugin = try await Plugin("other-machine")
    try plugin.library("own/libextra.so")
    try plugin.make(needing: ["own/libextra.so"], runPath: "$ORIGIN/other:$ORIGIN/own")
    let other = plugin.path("other/")
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
    try Command.run(
      "clang",
      [
        "--target=\(OtherMachine.names.other)-linux-gnu", "-c",
        Folders.fixtures + "Images/nothing.c", "-o",
        other + "libextra.so",
      ])
    try await plugin.check(["own/libextra.so", "other/libextra.so"])
    let moved = plugin.path("moved")
    try FileManager.default.moveItem(atPath: plugin.path("own"), toPath: moved)
    let missing = try await plugin.mapped(by: plugin.load, of: [])
    #expect(
      missing.result.hasPrefix(
        "refused: libraryRefused: plugin.so: needs libextra.so: No such file or directory: put it "
          + "into one of the searched folders: other/, own/, "), "\(missing)")
    #expect(try plugin.judged() == missing.result)
    try await plugin.check(
      ["moved/libextra.so"], environment: ["LD_LIBRARY_PATH": "/none;" + moved])
  }
}
