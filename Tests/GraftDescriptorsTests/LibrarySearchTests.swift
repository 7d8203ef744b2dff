// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors
import Testing

/// The search on machines that these tests don't run on; on this one, `NeededLibraryTests` of
/// `IntegrationTests` compares it with the dynamic linker.
@Suite("The search for libraries")
struct LibrarySearchTests {
  private struct Made: SearchedSystem {
    var libraryPath: [UInt8] = []
    var files: [String: [UInt8]] = [:]

    init(_ paths: [String], processor: String = "", libraryPath: String = "") {
      for path in paths { files[path] = LibrarySearchTests.header }
      files["/proc/cpuinfo"] = Array(processor.utf8)
      self.libraryPath = Array(libraryPath.utf8)
    }

    func start(of path: [UInt8], byteCount: Int) -> [UInt8]? {
      files[String(decoding: path, as: UTF8.self)].map { Array($0.prefix(byteCount)) }
    }

    func paths(matching pattern: String) -> [String] {
      pattern.hasSuffix("*.conf")
        ? files.keys.filter { $0.hasPrefix(pattern.dropLast(6)) && $0.hasSuffix(".conf") }.sorted()
        : []
    }
  }

  /// The header of a file for x86-64, then for another machine.
  private static let header: [UInt8] = header(machine: 62)
  private static func header(machine: UInt8) -> [UInt8] {
    [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 9) + [3, 0, machine, 0]
  }

  private func image(
    _ origin: String, rPath: String? = nil, runPath: String? = nil
  ) -> LibrarySearch.Image {
    LibrarySearch.Image(
      origin: Array(origin.utf8), rPath: rPath.map { Array($0.utf8) },
      runPath: runPath.map { Array($0.utf8) })
  }

  private func find(_ system: Made, _ images: [LibrarySearch.Image]) -> String? {
    let search = LibrarySearch(for: MachineKind(Self.header), in: system)
    return search.path(of: Array("a.so".utf8), neededBy: images)
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

  @Test("DT_RPATH of all loaders comes before LD_LIBRARY_PATH, DT_RUNPATH of the image after it")
  func runPaths() {
    let program = image("/bin", rPath: "/program")
    let loader = image("/loader", rPath: "$ORIGIN/lib:/more")
    let ignoring = image("/modern", rPath: "/ignored", runPath: "/modern/own")
    let places = [
      "/own/a.so", "/loader/lib/a.so", "/more/a.so", "/program/a.so", "/bin/variable/a.so",
      "/second/a.so", "/modern/own/a.so", "/configured/a.so", "/lib64/a.so", "/usr/lib/a.so",
    ]
    let files = [
      "/etc/ld.so.conf": "# none\ninclude ld.so.conf.d/*.conf\n",
      "/etc/ld.so.conf.d/a.conf": "/configured # of a package\nrelative\n",
    ]
    let libraryPath = "$ORIGIN/variable;/second"
    #expect(
      order(
        places, [image("/", rPath: "/own"), ignoring, loader, program], libraryPath: libraryPath,
        files: files) == places.filter { $0 != "/modern/own/a.so" })
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
    let places = ["lib", "lib64", "lib/x86_64-linux-gnu"].map { "/o/\($0)/a.so" }
    #expect(
      find(Made(files + places), [image("/o", runPath: "/o/$LIB")]) == "/o/\(expected)/a.so")
    // The C library of 32-bit programs.
    var system = Made(["/lib64/libc.so.6"] + places)
    system.files["/lib/libc.so.6"] = Self.header(machine: 3)
    #expect(find(system, [image("/o", runPath: "/o/$LIB")]) == "/o/lib64/a.so")
  }

  private static let second = "cx16 lahf_lm popcnt pni sse4_1 sse4_2 ssse3"
  private static let third = second + " avx avx2 bmi1 bmi2 f16c fma abm movbe"

  @Test("Subfolders are those of the processor, the newest first")
  func processors() {
    let levels = ["x86-64-v4", "x86-64-v3", "x86-64-v2"]
    let places = levels.map { "/o/glibc-hwcaps/\($0)/a.so" } + ["/o/a.so"]
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
    let places = ["x86_64", "haswell"].map { "/o/\($0)/a.so" }
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
    var system = Made(["/second/a.so"])
    system.files["/first/a.so"] = Self.header(machine: 183)
    let images = [image("/o", runPath: "/none:/first:/second")]
    #expect(find(system, images) == "/second/a.so")
    system.files["/first/a.so"] = Array("text".utf8)
    #expect(find(system, images) == "/first/a.so")
  }

  @Test("An empty part of a list is the current folder, and an empty list is none")
  func emptyParts() {
    let system = Made(["./a.so", "/o/a.so"])
    #expect(find(system, [image("/o", runPath: ":/o")]) == "./a.so")
    #expect(find(system, [image("/o", runPath: "/o:")]) == "/o/a.so")
    #expect(find(system, [image("/o", runPath: "")]) == nil)
  }
}
