// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import TestSupport
import Testing

@Suite("list")
struct ListTests {
  let fixture: Fixture

  init() throws {
    fixture = try Fixture()
  }

  /// Expects the descriptors of `greetings.c`, whatever tool has changed the
  /// file.
  private func expectGreetings(
    in path: String, count: Int = 1, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let report = try InspectSections.report([path])
    #expect(report["exit"] == .integer(0), "\(report)", sourceLocation: sourceLocation)
    let found = report["results"]?.elements ?? []
    #expect(found.count == 2 * count, "\(report)", sourceLocation: sourceLocation)
    let plain = found.filter { $0["extension"]?.text == "Fixtures.PlainGreeting" }
    let named = found.filter { $0["extension"]?.text == "Fixtures.NamedGreeting" }
    #expect(plain.count == count && named.count == count, sourceLocation: sourceLocation)
    for descriptor in plain {
      #expect(descriptor["requirements"] == .array(["greet(_:)", "farewell(_:)"]))
      #expect(descriptor["constraints"] == .array([]))
      #expect(descriptor["source"] == "Fixtures/Plain.swift:3")
      #expect(descriptor["accessor"] != .null, sourceLocation: sourceLocation)
    }
    for descriptor in named {
      #expect(descriptor["constraints"] == .array(["Named", "Subject.Item == Int"]))
      #expect(descriptor["priority"] == .integer(-3))
      #expect(descriptor["predicate"] == .bool(true))
      #expect(descriptor["accessor"] != .null, sourceLocation: sourceLocation)
    }
  }

  @Test("calls the defaults of a protocol's author what they are, below every extension")
  func protocolDefaults() throws {
    let object = try fixture.object("default.c")
    let rows = try InspectSections.run(["list", object]).output.split(separator: "\n")
    let row = try #require(rows.first { $0.contains("Greeter.swift:9") }, "\(rows)")
    #expect(row.contains("default of the protocol"))
    #expect(!row.contains("-2147483648"))
    let why = try InspectSections.run(["why", "Greeter", object]).output
    let low = try #require(why.firstRange(of: "LowGreeting"), "\(why)")
    #expect(why[low.upperBound...].contains("Greeter.swift:9"), "\(why)")
  }

  @Test(
    "finds the records of each kind of linked file",
    arguments: ["bfd", "gold", "lld"], ["-shared", "-pie", "-no-pie", "-static", "-static-pie"])
  func linkedFiles(linker: String, mode: String) throws {
    // gold knows no --no-dynamic-linker.
    if linker == "gold" && mode == "-static-pie" { return }
    var objects = [try fixture.object("greetings.c")]
    if mode != "-shared" { objects.append(try fixture.object("program.c")) }
    let path = try fixture.link(
      objects, as: "product", [mode, "-fuse-ld=\(linker)", "-Wl,--gc-sections"])
    try expectGreetings(in: path)
    try expectGreetings(in: try fixture.copy(path, as: "stripped", "strip", []))
    try expectGreetings(in: try fixture.withoutSectionTable(path))
  }

  @Test("follows an anchor that patchelf moved", arguments: ["bfd", "gold", "lld"])
  func patchelf(linker: String) throws {
    let path = try fixture.sharedObject(as: "plug-in.so", ["-fuse-ld=\(linker)"])
    let folders = String(repeating: "/a/long/folder", count: 64)
    let patched = try fixture.copy(path, as: "patched.so", "patchelf", ["--set-rpath", folders])
    try expectGreetings(in: patched)
    try expectGreetings(in: try fixture.withoutSectionTable(patched))
  }

  @Test(
    "reads accessors out of RELR",
    arguments: [
      "-fuse-ld=lld,-Wl,--pack-dyn-relocs=relr", "-fuse-ld=bfd,-Wl,-z,pack-relative-relocs",
    ])
  func packedRelocations(flags: String) throws {
    let parts = flags.split(separator: ",", maxSplits: 1).map(String.init)
    let hidden = try fixture.object("greetings.c", ["-fvisibility=hidden"])
    let path = try fixture.link([hidden], as: "packed.so", ["-shared"] + parts)
    #expect(try Command.run("readelf", ["-SW", path]).contains("RELR"))
    try expectGreetings(in: path)
    let nm = try Command.run("nm", [path]).split(separator: "\n")
    let plain = try #require(nm.first { $0.hasSuffix(" plain_greeting") })
    let address = try #require(UInt64(plain.prefix(16), radix: 16))
    let results = try InspectSections.results([path])
    let found = results.first { $0["extension"]?.text == "Fixtures.PlainGreeting" }
    #expect(found?["accessor"]?["value"]?.text == address.hex)
  }

  @Test(
    "reads objects for other architectures, with their relocations",
    arguments: [
      ("aarch64-linux-gnu", "aarch64"), ("powerpc64le-linux-gnu", "powerpc64le"),
      ("riscv64-linux-gnu", "riscv64"), ("x86_64-linux-gnu", "x86_64"),
    ])
  func architectures(target: String, architecture: String) throws {
    let path = try fixture.object("greetings.c", target: target)
    try expectGreetings(in: path)
    let results = try InspectSections.results([path])
    #expect(results.allSatisfy { $0["architecture"]?.text == architecture })
    let symbols = Set(results.compactMap { $0["accessor"]?["symbol"]?.text })
    #expect(symbols == ["plain_greeting", "named_greeting"])
    let relocations = try Command.run("readelf", ["-rW", path])
    for symbol in symbols { #expect(relocations.contains(symbol)) }
  }

  @Test("reads archives, archives in archives, and thin ones")
  func archives() throws {
    let object = try fixture.object("greetings.c")
    let plain = try fixture.object("plain.c", as: "a_name_that_is_longer_than_sixteen.o")
    let archive = try fixture.archive([object, plain], as: "libfixture.a")
    try expectGreetings(in: archive)
    let nested = try fixture.archive([archive, plain], as: "libnested.a", "rc")
    try expectGreetings(in: nested)
    let found = try InspectSections.results([nested])
    #expect(found.first?["members"] == .array(["libfixture.a", "greetings.o"]))
    try expectGreetings(in: try fixture.archive([object, plain], as: "libthin.a", "rcsT"))
    try expectGreetings(in: fixture.scratch.path, count: 4)
  }

  @Test("reads archives of BSD, whose members have their names before them")
  func storedNames() throws {
    let name = "a name with blanks, longer than sixteen.o"
    let object = try fixture.object("greetings.c", as: name)
    let plain = try fixture.object("plain.c")
    let archive = fixture.scratch.path("libbsd.a")
    try Command.run("llvm-ar", ["--format=bsd", "rcs", archive, plain, object])
    #expect(String(decoding: try fixture.scratch.bytes(archive), as: UTF8.self).contains("#1/"))
    try expectGreetings(in: archive)
    let members = try InspectSections.results([archive]).map { $0["members"] }
    #expect(members == [.array([.string(name)]), .array([.string(name)])])
    let nested = fixture.scratch.path("nested.a")
    try Command.run("llvm-ar", ["--format=bsd", "rc", nested, archive, plain])
    try expectGreetings(in: nested)
    // The same tables and bytes as of the object itself.
    for section in [[], ["--section", "graft_descriptors"]] {
      func found(_ path: String) throws -> [JSONValue] {
        try InspectSections.results(["dump"] + section + [path]).map { result in
          guard case .object(let members) = result else { return result }
          return .object(members.filter { !["path", "members"].contains($0.key) })
        }
      }
      let (inObject, inPlain) = (try found(object), try found(plain))
      #expect(try found(archive) == inPlain + inObject && !inObject.isEmpty)
    }
  }

  @Test("a name that is longer than its member hides only that")
  func brokenStoredName() throws {
    let object = try fixture.object("greetings.c")
    let archive = fixture.scratch.path("libbsd.a")
    try Command.run("llvm-ar", ["--format=bsd", "rc", archive, fixture.object("plain.c"), object])
    var bytes = try fixture.scratch.bytes(archive)
    // The first member's `#1/…`.
    bytes.replaceSubrange(11..<18, with: Array("9999999".utf8))
    let broken = try fixture.scratch.write(bytes, to: "broken.a")
    let run = try InspectSections.run([broken])
    #expect(run.status == 2 && run.output.contains("Fixtures.PlainGreeting"))
    #expect(run.errors.contains("a member's name goes beyond the member (offset 0x8, value 0x"))
  }

  @Test("reads an object that a linker made of others")
  func relocatableLink() throws {
    let objects = try [fixture.object("greetings.c"), fixture.object("plain.c")]
    let path = try fixture.link(objects, as: "whole.o", ["-r", "-nostdlib"])
    try expectGreetings(in: path)
  }

  @Test("reads standard input, from a file and from a pipe")
  func standardInput() throws {
    let path = try fixture.sharedObject()
    let direct = try InspectSections.run(["list", "-"], input: path)
    #expect(direct.status == 0 && direct.output.contains("Fixtures.PlainGreeting"))
    let piped = try Command.outcome(
      "sh", ["-c", "cat '\(path)' | '\(InspectSections.path)' -"])
    #expect(piped.status == 0 && piped.output == direct.output)
  }

  @Test("prints a table")
  func table() throws {
    let path = try fixture.sharedObject()
    let run = try InspectSections.run([path])
    let lines = run.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(lines.first?.first == "protocol" && lines.count == 3)
    #expect(run.output.contains("Fixtures/Named.swift:7"))
  }

  @Test("a cell of any length makes no other row longer")
  func longCell() throws {
    let name = String(repeating: "x", count: 20_000)
    let paths = try (0..<20).map { index in
      try fixture.object(
        "holidays.c", as: "\(index).o",
        ["-DWANTED_NAME=\"\(index == 7 ? name : "M.E\(index)")\""])
    }
    let run = try InspectSections.run(paths)
    #expect(run.status == 0 && run.output.contains(" \(name) "))
    #expect(run.output.utf8.count < 25_000)
  }
}
