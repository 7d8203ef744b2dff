// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Files that are not whole, or other ones than they were.
@Suite struct PluginFileTests {
  private func folder(_ name: String) throws -> String { try Folders.make("Images/\(name)") }

  @Test("A file that is cut anywhere is refused before the dynamic linker maps it")
  func truncated() async throws {
    let program = try await ImageHost.program()
    let whole = try Data(contentsOf: URL(filePath: program.folder + "libAlpha.so"))
    let end = try ELFFile.loadedEnd(of: program.folder + "libAlpha.so")
    let folder = try folder("truncated")
    var expected: [String] = []
    let files = try [4, 19, 63, 64, 200, 4096, end / 2, end - 1].map { byteCount in
      let file = folder + "\(byteCount).so"
      try whole.prefix(byteCount).write(to: URL(filePath: file))
      expected.append("refused: truncated: \(file): truncated: it has \(byteCount) of at least ")
      return file
    }
    let lines = try await ImageHost.run(files.map { "load \($0)" } + ["images", "call"])
    #expect(lines.count == files.count + 2)
    for (line, start) in zip(lines, expected) { #expect(line.hasPrefix(start), "\(line)") }
    #expect(lines[lines.count - 3].contains("\(end) bytes: "))
    #expect(lines.suffix(2) == ["images: images", "Dog default; Cat default"])
  }

  @Test("What is lost of a file behind that is not needed")
  func withoutSectionHeaders() async throws {
    let program = try await ImageHost.program()
    let whole = try Data(contentsOf: URL(filePath: program.folder + "libAlpha.so"))
    let end = try ELFFile.loadedEnd(of: program.folder + "libAlpha.so")
    let file = try folder("short") + "short.so"
    try whole.prefix(end).write(to: URL(filePath: file))
    try Command.run("patchelf", ["--print-rpath", program.folder + "libAlpha.so"])
    let lines = try await ImageHost.run(
      ["load \(file)", "call"], environment: ["LD_LIBRARY_PATH": program.folder])
    #expect(lines.last == "Dog alpha, default; Cat alpha, default", "\(lines)")
  }

  @Test("No name is the name of no file")
  func empty() async throws {
    let lines = try await ImageHost.run(["load-nothing", "images"])
    #expect(
      lines == ["refused: notFound: an empty name: not the path of a file", "images: images"])
  }

  @Test(
    "Another file under a path that is loaded is refused", arguments: ["load", "open"])
  func replaced(command: String) async throws {
    let program = try await ImageHost.program()
    let folder = try folder("replaced-\(command)")
    let file = folder + "plugin.so"
    let lines = try await ImageHost.run(
      [
        "copy libAlpha.so \(file)", "\(command) \(file)", "load \(file)",
        "copy libOfQuiet.so \(folder)other.so", "rename \(folder)other.so \(file)", "load \(file)",
        "withdraw plugin.so", "load \(file)", "states", "call",
      ], environment: ["LD_LIBRARY_PATH": program.folder])
    let refusals = lines.filter {
      $0.hasPrefix(
        "refused: fileReplaced: \(file): this process has loaded another file from this path")
    }
    #expect(refusals.count == 2, "\(lines)")
    #expect(
      lines.filter { $0 == #"loaded: ["plugin.so of plugin.so"]"# }.count
        == (command == "load" ? 2 : 1))
    #expect(
      lines.suffix(2) == ["states: images active, plugin.so withdrawn", "Dog default; Cat default"])
  }

  @Test("A file that was loaded by a name without a slash")
  func searched() async throws {
    let program = try await ImageHost.program()
    let folder = try folder("searched")
    let lines = try await ImageHost.run(
      [
        "copy libAlpha.so \(folder)libSearched.so", "load-name libSearched.so",
        "load-name libSearched.so", "copy libOfQuiet.so \(folder)other.so",
        "rename \(folder)other.so \(folder)libSearched.so", "load-name libSearched.so",
      ], environment: ["LD_LIBRARY_PATH": folder + ":" + program.folder])
    #expect(lines.filter { $0.hasPrefix("loaded: ") }.count == 2, "\(lines)")
    #expect(
      lines.last?.hasPrefix("refused: fileReplaced: \(folder)libSearched.so: ") == true, "\(lines)")
  }

  @Test(
    "A program that is started by the dynamic linker has its own path and identity",
    .onThisMachine(because: "the dynamic linker of another machine is in a folder of its own"))
  func startedByLinker() async throws {
    let program = try await ImageHost.program()
    let headers = try Command.run("readelf", ["-lW", program.folder + "images"])
    let marker = "program interpreter: "
    let range = try #require(headers.firstRange(of: marker))
    let linker = String(headers[range.upperBound...].prefix { $0 != "]" })
    let odd = program.folder + "odd\nname"
    try? FileManager.default.copyItem(atPath: program.folder + "images", toPath: odd)
    for executable in [program.folder + "images", odd] {
      let outcome = try Command(linker, ["--argv0", "else", executable, "paths"]).run()
      #expect(outcome.output == "paths: \(executable)\n", "\(outcome)")
    }
  }
}
