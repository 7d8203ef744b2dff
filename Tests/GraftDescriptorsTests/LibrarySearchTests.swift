// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors
import Synchronization
import Testing

/// The search on machines that these tests don't run on; on this one, `NeededLibraryTests` of
/// `IntegrationTests` compares it with the dynamic linker.
@Suite("The search for libraries")
struct LibrarySearchTests {
  private struct Made: SearchedSystem {
    var libraryPath: [UInt8] = []
    var files: [String: [UInt8]] = [:]
    let reads = Reads()

    init(_ paths: [String], processor: String = "", libraryPath: String = "") {
      for path in paths { files[path] = LibrarySearchTests.header }
      files["/proc/cpuinfo"] = Array(processor.utf8)
      self.libraryPath = Array(libraryPath.utf8)
    }

    func start(of path: [UInt8], byteCount: Int) -> [UInt8]? {
      reads.count.add(1, ordering: .relaxed)
      return files[String(decoding: path, as: UTF8.self)].map { Array($0.prefix(byteCount)) }
    }

    func paths(matching pattern: String) -> [String] {
      pattern.hasSuffix("*.conf")
        ? files.keys.filter { $0.hasPrefix(pattern.dropLast(6)) && $0.hasSuffix(".conf") }.sorted()
        : []
    }
  }

  private final class Reads: Sendable {
    let count = Atomic(0)
  }

  /// The header of a file for x86-64, then for another machine.
  private static let header: [UInt8] = header(machine: 62)
  private static func header(machine: UInt8) -> [UInt8] {
    [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 9) + [3, 0, machine, 0]
  }

  private func image(
    _ origin: String, rPath: String? = nil, runPath: String? = nil, flags: UInt64 = 0
  ) -> LibrarySearch.Image {
    LibrarySearch.Image(
      origin: Array(origin.utf8), rPath: rPath.map { Array($0.utf8) },
      runPath: runPath.map { Array($0.utf8) }, flags: flags)
  }

  private func find(
    _ system: Made, _ images: [LibrarySearch.Image], _ name: String = "liba.so"
  ) -> String? {
    let search = LibrarySearch(for: MachineKind(Self.header), in: system)
    return search.path(of: Array(name.utf8), neededBy: images)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The places of a library in the order in which they are searched: each is found once those
  /// before it have none.
  private func order(
    _ places: [String], _ images: [LibrarySearch.Image], libraryPath: String = "",
    processor: String = "", files: [String: String] = [:]
  ) -> [String] {
    var found: [String] = []
    while true {
      var system = Made(
        places.filter { !found.contains($0) }, processor: processor, libraryPath: libraryPath)
      for (path, text) in files { system.files[path] = Array(text.utf8) }
      guard let path = find(system, images) else { return found }
      found.append(path)
    }
  }

  @Test("Nothing is searched if the images name more folders than the limit")
  func limit() {
    let system = Made(["/f1/liba.so"])
    let search = LibrarySearch(for: MachineKind(Self.header), in: system)
    let images = [image("/loader", runPath: (0..<100).map { "/f\($0)" }.joined(separator: ":"))]
    let before = system.reads.count.load(ordering: .relaxed)
    let result = search.result(for: Array("liba.so".utf8), neededBy: images, upTo: 99)
    #expect(result.path == nil && result.folders.count == 100)
    #expect(system.reads.count.load(ordering: .relaxed) == before)
    #expect(search.result(for: Array("liba.so".utf8), neededBy: images, upTo: 100).path != nil)
  }

  @Test("DT_RPATH of all loaders comes before LD_LIBRARY_PATH, DT_RUNPATH of the image after it")
  func runPaths() {
    let program = image("/bin", rPath: "/program")
    let loader = image("/loader", rPath: "$ORIGIN/lib:/more")
    let ignoring = image("/modern", rPath: "/ignored", runPath: "/modern/own")
    let places = [
      "/own", "/loader/lib", "/more", "/program", "/bin/variable", "/second", "/modern/own",
      "/configured", "/lib64", "/usr/lib",
    ].map { $0 + "/liba.so" }
    let files = [
      "/etc/ld.so.conf": "# none\ninclude ld.so.conf.d/*.conf\n",
      "/etc/ld.so.conf.d/a.conf": "/configured # of a package\nrelative\n",
    ]
    let libraryPath = "$ORIGIN/variable;/second"
    #expect(
      order(
        places, [image("/", rPath: "/own"), ignoring, loader, program], libraryPath: libraryPath,
        files: files) == places.filter { $0 != "/modern/own/liba.so" })
    #expect(
      order(places, [ignoring, loader, program], libraryPath: libraryPath, files: files)
        == Array(places.dropFirst(4)))
  }

  @Test(
    "Tokens are replaced where they end",
    arguments: [
      ("$ORIGIN/x", "/o/x"), ("${ORIGIN}x", "/ox"), ("$ORIGINx/y", "$ORIGINx/y"),
      ("$ORIGIN_/y", "$ORIGIN_/y"), ("${ORIGIN/y", "${ORIGIN/y"), ("a$$ORIGIN", "a$/o"),
      ("$LIB/$PLATFORM", "lib64/x86_64"), ("$", "$"), ("${LIB}${LIB}", "lib64lib64"), ("", ""),
    ])
  func tokens(text: String, expected: String) {
    let search = LibrarySearch(for: MachineKind(Self.header), in: Made([]))
    let expanded = search.expanded(Array(text.utf8), for: image("/o"))
    #expect(String(decoding: expanded, as: UTF8.self) == expected)
  }

  @Test(
    "$LIB is what leads to the C library",
    arguments: [
      (["/lib/x86_64-linux-gnu/libc.so.6", "/lib64/libc.so.6"], "lib/x86_64-linux-gnu"),
      (["/lib64/libc.so.6"], "lib64"), (["/lib/libc.so.6", "/lib64/libc.so.6"], "lib"),
    ])
  func libraryFolder(files: [String], expected: String) {
    let places = ["lib", "lib64", "lib/x86_64-linux-gnu"].map { "/o/\($0)/liba.so" }
    #expect(
      find(Made(files + places), [image("/o", runPath: "/o/$LIB")]) == "/o/\(expected)/liba.so")
    // The C library of 32-bit programs.
    var system = Made(["/lib64/libc.so.6"] + places)
    system.files["/lib/libc.so.6"] = Self.header(machine: 3)
    #expect(find(system, [image("/o", runPath: "/o/$LIB")]) == "/o/lib64/liba.so")
  }

  private static let second = "cx16 lahf_lm popcnt pni sse4_1 sse4_2 ssse3"
  private static let third = second + " avx avx2 bmi1 bmi2 f16c fma abm movbe"

  @Test("Subfolders are those of the processor, the newest first")
  func processors() {
    let levels = ["x86-64-v4", "x86-64-v3", "x86-64-v2"]
    let places = levels.map { "/o/glibc-hwcaps/\($0)/liba.so" } + ["/o/liba.so"]
    func order(_ flags: String) -> [String] {
      self.order(
        places, [image("/o", runPath: "/o")],
        processor: "vendor_id\t: AuthenticAMD\nflags\t\t: \(flags)\nbugs\t\t: all\n")
    }
    #expect(order("fpu sse2") == [places[3]])
    #expect(order(Self.second) == Array(places.dropFirst(2)))
    #expect(order(Self.third) == Array(places.dropFirst(1)))
    #expect(order(Self.third.replacing("f16c ", with: "")) == Array(places.dropFirst(2)))
    #expect(order(Self.third + " avx512f avx512bw avx512cd avx512dq avx512vl") == places)
  }

  @Test("$PLATFORM is the machine, or haswell on Intel's processors since then")
  func platform() {
    let places = ["x86_64", "haswell"].map { "/o/\($0)/liba.so" }
    func found(_ vendor: String, _ flags: String) -> String? {
      find(
        Made(places, processor: "vendor_id\t: \(vendor)\nflags\t\t: \(flags)\n"),
        [image("/o", runPath: "$ORIGIN/${PLATFORM}")])
    }
    #expect(found("GenuineIntel", Self.third) == places[1])
    #expect(found("GenuineIntel", Self.second) == places[0])
    #expect(found("AuthenticAMD", Self.third) == places[0])
  }

  @Test("A file for another machine is passed over, and one that is none ends the search")
  func otherMachines() {
    var system = Made(["/second/liba.so"])
    system.files["/first/liba.so"] = Self.header(machine: 183)
    let images = [image("/o", runPath: "/none:/first:/second")]
    #expect(find(system, images) == "/second/liba.so")
    system.files["/first/liba.so"] = Array("text".utf8)
    #expect(find(system, images) == "/first/liba.so")
  }

  @Test("A line of ld.so.conf is one folder, whatever its name and the type behind it")
  func configuration() {
    let places = ["/my folder", "/typed", "/carriage", "/relative", "/ended", "/last"]
      .map { $0 + "/liba.so" }
    let files = [
      "/etc/ld.so.conf": "  /my folder\t\n/typed =libc6\n/carriage\r\ninclude conf/*.conf\n/last#",
      "/etc/conf/a.conf": "include more/*.conf\nincluded\nhwcap 1 other\n/ended//\n",
      "/etc/conf/more/b.conf": "/relative\n",
    ]
    #expect(order(places, [image("/")], files: files) == places)
  }

  @Test("Files that include one another are read once")
  func inclusions() {
    var system = Made(["/own/liba.so"])
    let text = Array("include /etc/ld.so.conf.d/*.conf\n/own\n".utf8)
    for number in 0..<4 { system.files["/etc/ld.so.conf.d/\(number).conf"] = text }
    system.files["/etc/ld.so.conf"] = text
    #expect(find(system, [image("/")]) == "/own/liba.so")
    #expect(system.reads.count.load(ordering: .relaxed) < 50)
  }

  @Test("ldconfig lists only files that are named like libraries, those for processors first")
  func listed() {
    let files = ["/etc/ld.so.conf": "/first\n/second\n"]
    var system = Made(["/first/Own.so", "/second/own"])
    system.files["/etc/ld.so.conf"] = Array(files["/etc/ld.so.conf"]!.utf8)
    #expect(find(system, [image("/")], "Own.so") == nil)
    #expect(find(system, [image("/", runPath: "/first")], "Own.so") == "/first/Own.so")
    #expect(find(system, [image("/")], "own") == nil)
    system.files["/usr/lib/Own.so"] = Self.header
    #expect(find(system, [image("/")], "Own.so") == "/usr/lib/Own.so")
    // The folders of the dynamic linker are searched one after the other.
    system.files["/proc/cpuinfo"] = Array("flags\t\t: \(Self.second)\n".utf8)
    system.files["/usr/lib/glibc-hwcaps/x86-64-v2/Own.so"] = Self.header
    system.files["/lib64/Own.so"] = Self.header
    #expect(find(system, [image("/")], "Own.so") == "/lib64/Own.so")
    let places = [
      "/second/glibc-hwcaps/x86-64-v2/liba.so", "/first/liba.so", "/second/liba.so",
    ]
    #expect(
      order(places, [image("/")], processor: "flags\t\t: \(Self.second)\n", files: files) == places)
  }

  @Test("What is linked with -z nodefaultlib finds nothing in folders of the system")
  func withoutOwnFolders() {
    let places = ["/configured/liba.so", "/usr/lib/more/liba.so", "/usr/lib/liba.so"]
    let files = ["/etc/ld.so.conf": "/configured\n/usr/lib/more\n"]
    #expect(order(places, [image("/")], files: files) == places)
    #expect(order(places, [image("/", flags: 0x800)], files: files) == [places[0]])
    #expect(order(places, [image("/"), image("/", flags: 0x800)], files: files) == places)
    // The first file in the list of `ldconfig` is the only one that is asked for.
    let reversed = ["/etc/ld.so.conf": "/usr/lib/more\n/configured\n"]
    #expect(order(places, [image("/", flags: 0x800)], files: reversed) == [])
    #expect(
      order([places[0], places[2]], [image("/", flags: 0x800)], files: reversed) == [places[0]])
  }

  @Test("An empty part of a list is the current folder, and an empty list is none")
  func emptyParts() {
    let system = Made(["./liba.so", "/o/liba.so"])
    #expect(find(system, [image("/o", runPath: ":/o")]) == "./liba.so")
    #expect(find(system, [image("/o", runPath: "/o:")]) == "/o/liba.so")
    #expect(find(system, [image("/o", runPath: "")]) == nil)
  }
}
