// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// Hosts of several versions of an API, and plug-ins that were compiled against them: what sets
/// are made of.
struct FitFiles: Sendable {
  /// What the API was compiled with.
  enum Version: String, CaseIterable, Sendable {
    case first = ""
    case inserted = "INSERTED"
    case reordered = "REORDERED"
    case changed = "CHANGED"
    case removed = "REMOVED"
    case inherited = "INHERITED"

    /// Plug-ins are compiled against these.
    static let ofPlugins: [Version] = [.first, .inserted, .changed]

    fileprivate var variant: String { rawValue.isEmpty ? "" : "-" + rawValue }
    fileprivate var flags: [String] { rawValue.isEmpty ? [] : ["-D", rawValue] }
  }

  /// A file that can be a plug-in.
  struct Plugin: Sendable {
    let name: String
    let path: String
    /// Against which it was compiled, if it is made of nothing else.
    var version: Version?

    /// Its extension of a dog is as specific as that of another one.
    var isRival: Bool { name.hasPrefix("FitLoud") || name.hasPrefix("FitQuiet") }
    /// It is a build of a plug-in that has others, or needs one.
    var isBuild: Bool {
      ["FitOwn", "FitBuild", "FitNeeding"].contains { name.hasPrefix($0) }
    }
  }

  /// The programs, each beside its libraries.
  private(set) var hosts: [Version: Program] = [:]
  /// Files that can be plug-ins, by what they are; without damage.
  private(set) var plugins: [Plugin] = []

  private static let once = Once<String, FitFiles>()
  private static let modules = ["FitPlain", "FitAsking", "FitLoud", "FitQuiet"]
  private static let libraries = ["Graft-dynamic", "FitAPI"]

  static func all() async throws -> FitFiles {
    try await once.value(for: "") {
      var files = FitFiles()
      for version in Version.allCases { try await files.add(version) }
      try files.addPluginsInC()
      return files
    }
  }

  private mutating func add(_ version: Version) async throws {
    func module(_ name: String, _ sources: String...) -> Module {
      var module = Module(name, of: "Fit", variant: version.variant, flags: version.flags)
      if let source = sources.first {
        module = Module(name, of: "Fit", source, variant: version.variant, flags: version.flags)
      }
      return module
    }
    let plugins = Version.ofPlugins.contains(version) ? Self.modules : []
    let fixture = Fixture(
      name: "Fit" + version.variant,
      modules: ["FitAPI", "FitSilence"].map { module($0) } + plugins.map { module($0) }
        + [module("fit", "main.swift")])
    let program = try await Program(fixture, .debug)
    let objects = program.objects
    let fork = try CGraft.compile("Fit/fork.c", into: program.folder)
    try program.link("libFitAPI.so", objects["FitAPI"])
    let oracle = try await Fixture.oracle.compiled(.debug)
    try program.link(
      "fit", objects["fit", "FitSilence"] + oracle["Oracle"] + [fork], libraries: Self.libraries)
    hosts[version] = program
    for name in plugins {
      try link("\(name)\(version.variant)", objects[name], program, version: version)
    }
    guard version == .first else { return }
    try addCopies(program)
    try addEpoch(program)
    try addBuilds(program)
    self.plugins.append(Plugin(name: "program", path: program.folder + "fit"))
  }

  private mutating func link(
    _ name: String, _ objects: [String], _ program: Program, libraries: [String] = libraries,
    flags: [String] = [], version: Version? = nil
  ) throws {
    let output = program.folder + "plugin-\(name).so"
    try Link(output: output, objects: objects, libraries: libraries, flags: flags).run(.debug)
    plugins.append(Plugin(name: name, path: output, version: version))
  }

  /// Plug-ins with copies of what is in the process.
  private mutating func addCopies(_ program: Program) throws {
    let objects = program.objects
    try link("api-twice", objects["FitPlain", "FitAPI"], program)
    try link(
      "graft-twice", objects["FitLoud"] + objects.graft, program, libraries: ["FitAPI"])
    try link("swift-twice", objects["FitLoud"], program, flags: ["-static-stdlib"])
    // One that brings another, and one whose library is gone.
    let helper = try CGraft.compile("Fit/nothing.c", into: program.folder)
    try Link(output: program.folder + "libFitHelper.so", objects: [helper]).run(.debug)
    try link(
      "needing", objects["FitPlain"], program, libraries: Self.libraries + ["FitHelper"])
    let gone = program.folder + "libFitGone.so"
    try Link(output: gone, objects: [helper]).run(.debug)
    try link("missing", objects["FitPlain"], program, libraries: Self.libraries + ["FitGone"])
    try FileManager.default.removeItem(atPath: gone)
  }

  /// One that was compiled with another Graft's layouts.
  private mutating func addEpoch(_ program: Program) throws {
    let module = Module(
      "FitPlain", of: "Fit", variant: "-epoch", flags: ["-Xcc", "-DGRAFT_EPOCH=7"])
    let object = try module.compile(.debug, importing: Module.folder(of: "Fit", .debug))
    try link("epoch", [object], program)
  }

  private mutating func addBuilds(_ program: Program) throws {
    for flag in ["OLDER", "NEWER"] {
      let module = Module("FitOwn", of: "Fit", variant: "-" + flag, flags: ["-D", flag])
      try link("FitOwn-" + flag, [module.compile(.debug)], program, libraries: ["Graft-dynamic"])
      try add("FitBuild", flag, program)
    }
    try add("FitNeeding", "ONLY", program)
    for flag in ["GENERIC", "NESTED", "OPEN"] { try add("FitTypes", flag, program) }
  }

  private mutating func add(_ name: String, _ flag: String, _ program: Program) throws {
    let module = Module(name, of: "Fit", variant: "-" + flag, flags: ["-D", flag])
    let object = try module.compile(.debug, importing: Module.folder(of: "Fit", .debug))
    try link("\(name)-\(flag)", [object], program)
  }

  private mutating func addPluginsInC() throws {
    let program = hosts[.first]!
    func add(_ name: String, _ source: String, _ flags: [String] = []) throws {
      let folder = try Folders.make("Fit/\(name)")
      let object = try CGraft.compile("Fit/" + source, into: folder, .debug, flags)
      try link(name, [object], program, libraries: ["Graft-dynamic"])
    }
    try add("manifest", "plugin.c")
    try add("manifests", "plugin.c", ["-DTWICE"])
    try add("absent", "plugin.c", ["-DMISSING"])
    try add("newer", "record.c")
    try add("nothing", "nothing.c")
    for count in ["1000", "900", "2000"] {
      try add("tls-" + count, "thread-local.c", ["-DBYTE_COUNT=" + count])
    }
    try addLibraries(program)
    let foreign = program.folder + "foreign.so"
    try Command.run(
      "clang",
      ["--target=i386-linux-gnu", "-c", Folders.fixtures + "Fit/nothing.c", "-o", foreign])
    plugins.append(Plugin(name: "foreign", path: foreign))
  }

  /// Plug-ins that the dynamic linker refuses for their libraries.
  private mutating func addLibraries(_ program: Program) throws {
    try link(
      "relr", program.objects["FitPlain"], program,
      flags: ["-use-ld=lld", "-Xlinker", "--pack-dyn-relocs=relr"])
    func library(_ name: String, _ versions: String, flags: [String] = []) throws {
      let object = try CGraft.compile("Fit/versioned.c", into: program.folder, .debug, flags)
      let script = program.folder + name + ".versions"
      try versions.write(toFile: script, atomically: true, encoding: .utf8)
      try Link(
        output: program.folder + "lib\(name).so", objects: [object],
        flags: ["-Xlinker", "--version-script=\(script)", "-Xlinker", "-soname=lib\(name).so"]
      ).run(.debug)
    }
    // The symbol is there, and of another version.
    for (name, moved) in [
      ("FitSame", "FIT_1 {}; FIT_2 { fit_versioned; };"),
      ("FitMoved", "FIT_1 { fit_versioned; }; FIT_2 { fit_other; };"),
    ] {
      try library(name, "FIT_1 {}; FIT_2 { fit_versioned; };")
      let object = try CGraft.compile("Fit/versioned.c", into: program.folder, .debug, ["-DCALLED"])
      try link(
        "versioned-" + name, [object], program, libraries: [name],
        flags: ["-Xlinker", "-rpath=" + program.folder])
      try library(name, moved, flags: ["-DOTHER"])
    }
    // A library of its own with extensions that were compiled against another version.
    try Link(
      output: program.folder + "libFitChanged.so", objects: hosts[.changed]!.objects["FitPlain"],
      libraries: Self.libraries
    ).run(.debug)
    try link(
      "outdated", program.objects["FitQuiet"], program,
      libraries: Self.libraries + ["FitChanged"])
    // A file of the library's name that is found before it.
    let folder = try Folders.make("Fit/text")
    try "no library\n".write(toFile: folder + "libFitHelper.so", atomically: true, encoding: .utf8)
    try link(
      "text", program.objects["FitPlain"], program, libraries: ["Graft-dynamic", "FitHelper"],
      flags: ["-Xlinker", "-rpath=" + folder])
  }
}
