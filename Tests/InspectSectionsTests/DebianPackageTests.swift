// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// `.ci/debian-package`, with a program that needs libelf and calls the built command: to
/// build that for a release takes minutes. `.ci/try-debian-package` installs the real one.
@Suite("Debian package", .inWholeRuns(because: "it makes packages of Debian"))
struct DebianPackageTests {
  let fixture: Fixture

  init() throws {
    fixture = try Fixture()
  }

  private static let script = Folders.package + ".ci/debian-package"

  private func package() throws -> String {
    let source = try fixture.scratch.write(
      Array(
        """
        #include <libelf.h>
        #include <unistd.h>
        int main(int count, char **words) {
          (void)count;
          elf_version(EV_CURRENT);
          execv("\(InspectSections.path)", words);
          return 127;
        }
        """.utf8), to: "stand-in.c")
    let binary = try fixture.link([source], as: "stand-in", ["-lelf"])
    let path = try Command.run(Self.script, [fixture.scratch.path, binary])
    return String(path.dropLast())
  }

  @Test("holds the command, its manual page, completions and copyright, and needs libelf")
  func content() throws {
    let package = try package()
    let fields = try Command.run(
      "dpkg-deb", ["--field", package, "Package", "Version", "Depends", "Maintainer"])
    #expect(fields.contains("Package: inspect-sections\n"))
    #expect(try fields.contains("Version: \(version)\n"))
    // `libelf1t64` since Debian 13.
    let depends = fields.split(separator: "\n").first { $0.hasPrefix("Depends: ") } ?? ""
    #expect(depends.contains("libelf1") && depends.contains("libc6"), "\(fields)")
    let files = try Command.run("dpkg-deb", ["--contents", package])
    #expect(!files.isEmpty)
    for line in files.split(separator: "\n") {
      #expect(line.contains(" root/root "), "\(line)")
    }

    let root = fixture.scratch.path("root")
    try Command.run("dpkg-deb", ["--extract", package, root])
    let command = root + "/usr/bin/inspect-sections"
    #expect(try Command.run(command, ["--version"]).hasPrefix("inspect-sections \(version), "))
    let share = root + "/usr/share/"
    let texts = [
      ("bash-completion/completions/inspect-sections", ["completions", "bash"]),
      ("zsh/vendor-completions/_inspect-sections", ["completions", "zsh"]),
      ("fish/vendor_completions.d/inspect-sections.fish", ["completions", "fish"]),
    ]
    for (path, words) in texts {
      #expect(try Command.run("cat", [share + path]) == InspectSections.run(words).output)
    }
    let manual = try Command.run("zcat", [share + "man/man1/inspect-sections.1.gz"])
    #expect(try manual == InspectSections.run(["manual"]).output)
    let documents = share + "doc/inspect-sections/"
    #expect(try Command.run("cat", [documents + "copyright"]).contains("Apache-2.0"))
    #expect(
      try Command.run("zcat", [documents + "changelog.gz"]).hasPrefix(
        "inspect-sections (\(version))"))
  }

  private var version: String {
    get throws {
      let words = try InspectSections.run(["--version"]).output.split(separator: " ")
      return String(words[1].dropLast())
    }
  }

  @Test("a binary that can't run leaves no package")
  func broken() throws {
    let run = try Command.outcome(Self.script, [fixture.scratch.path, "/bin/false"])
    #expect(run.status != 0)
    let files = try FileManager.default.contentsOfDirectory(atPath: fixture.scratch.path)
    #expect(!files.contains { $0.hasSuffix(".deb") })
  }
}
