// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("--output")
struct OutputFileTests {
  let fixture: Fixture

  init() throws {
    fixture = try Fixture()
  }

  /// A library for LD_PRELOAD, with which no file is made without a name.
  private func withoutNamelessFiles() throws -> String {
    let source = try fixture.scratch.write(
      Array(
        """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <stdarg.h>
        static int own(const char *name, const char *path, int flags, int mode) {
          if ((flags & O_TMPFILE) == O_TMPFILE) return errno = EOPNOTSUPP, -1;
          int (*next)(const char *, int, ...);
          *(void **)&next = dlsym(RTLD_NEXT, name);
          return next(path, flags, mode);
        }
        #define OPEN(name)                                  \\
          int name(const char *path, int flags, ...) {      \\
            va_list list;                                   \\
            va_start(list, flags);                          \\
            int mode = va_arg(list, int);                   \\
            va_end(list);                                   \\
            return own(#name, path, flags, mode);           \\
          }
        OPEN(open)
        OPEN(open64)
        """.utf8), to: "preload.c")
    let library = fixture.scratch.path("preload.so")
    try Command.run("clang", ["-shared", "-fPIC", source, "-o", library, "-ldl"])
    return library
  }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  @Test(
    "nothing is left behind by a signal, and a file that was there stays as it was",
    arguments: ["INT", "TERM", "HUP"], [true, false])
  func signals(signal: String, hasNamelessFiles: Bool) throws {
    let folder = fixture.scratch.path("reports")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("before".utf8).write(to: URL(fileURLWithPath: folder + "/report"))
    let preload = hasNamelessFiles ? "" : try withoutNamelessFiles()
    // It waits for standard input, with the output open. Shells start what runs in the
    // background with SIGINT ignored, and so would this process, if python did not undo it.
    let script = """
      import os, signal, subprocess, sys, time
      number = getattr(signal, "SIG" + sys.argv[2])
      signal.signal(number, signal.SIG_DFL)
      signal.pthread_sigmask(signal.SIG_UNBLOCK, [number])
      environment = dict(os.environ, LD_PRELOAD=sys.argv[3])
      process = subprocess.Popen(
        [sys.argv[1], "-o", sys.argv[4] + "/report", "-"], stdin=subprocess.PIPE,
        env=environment)
      def is_reading():
        with open(f"/proc/{process.pid}/syscall") as call:
          return call.read().split()[:2] == ["0", "0x0"]
      while not is_reading(): time.sleep(0.01)
      print(sorted(os.listdir(sys.argv[4])))
      process.send_signal(number)
      print(process.wait() == -number)
      """
    let printed = try Command.run(
      "timeout",
      ["20", "/usr/bin/python3", "-c", script, InspectSections.path, signal, preload, folder])
    let lines = printed.split(separator: "\n")
    #expect(lines.last == "True", "\(printed)")
    #expect(lines.first?.contains(".inspect-sections.") == !hasNamelessFiles, "\(printed)")
    #expect(try names(folder) == ["report"])
    #expect(try fixture.scratch.bytes(folder + "/report") == Array("before".utf8))
  }

  @Test(
    "a name can be as long as names are, and a report replaces another", arguments: [true, false])
  func longName(hasNamelessFiles: Bool) throws {
    let path = try fixture.sharedObject()
    let preload = hasNamelessFiles ? "" : try withoutNamelessFiles()
    let direct = try InspectSections.run([path]).output
    let folder = fixture.scratch.path("reports")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let name = String(repeating: "n", count: 255)
    for _ in 0..<2 {
      let run = try InspectSections.run(
        ["-o", "reports/" + name, path], in: fixture.scratch.path,
        environment: ["LD_PRELOAD": preload])
      #expect(run.status == 0, "\(run)")
      #expect(try names(folder) == [name])
      #expect(
        String(decoding: try fixture.scratch.bytes("\(folder)/\(name)"), as: UTF8.self) == direct)
    }
    // The file can be in the current folder too.
    let bare = try InspectSections.run(["-o", "report", path], in: folder)
    #expect(bare.status == 0, "\(bare)")
    #expect(try names(folder) == [name, "report"])
  }

  @Test("a file is made where links lead, and links without an end are an error")
  func links() throws {
    let path = try fixture.sharedObject()
    let folder = fixture.scratch.path("links")
    try FileManager.default.createDirectory(
      atPath: folder + "/inner", withIntermediateDirectories: true)
    let links = [
      "first": "inner/second", "inner/second": "../report", "circle": "circle", "lost": "no/such",
    ]
    for (name, target) in links { #expect(symlink(target, "\(folder)/\(name)") == 0) }
    for (name, reason) in [
      ("first", nil), ("circle", "Too many levels of symbolic links"),
      ("lost", "No such file or directory"),
    ] as [(String, String?)] {
      let run = try InspectSections.run(["-o", name, path], in: folder)
      let errors = reason.map { "inspect-sections: \(name): error: can't write: \($0)\n" }
      #expect(run.status == (reason == nil ? 0 : 2) && run.errors == errors ?? "", "\(run)")
    }
    for (name, target) in links {
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)") == target)
    }
    let report = String(decoding: try fixture.scratch.bytes(folder + "/report"), as: UTF8.self)
    #expect(report == (try InspectSections.run([path]).output))
  }

  @Test("an open file that was removed is written to, and gets no name")
  func removed() throws {
    let path = try fixture.sharedObject()
    let folder = fixture.scratch.path("removed")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let script = "exec 3<>file; rm file; \"$0\" -o /dev/fd/3 \"$1\" && cat /dev/fd/3"
    let printed = try Command.run("bash", ["-c", script, InspectSections.path, path], in: folder)
    #expect(printed == (try InspectSections.run([path]).output))
    #expect(try names(folder) == [])
  }

  @Test("wrong usage leaves the file as it was", arguments: ["table", "json"])
  func wrongUsage(format: String) throws {
    let path = try fixture.sharedObject()
    let before = try fixture.scratch.bytes(path)
    // The name of the report was forgotten.
    for words in [["-o", path], ["-o", path, "--nothing"], ["--nothing", "-o", path]] {
      let run = try InspectSections.run(["--format", format] + words)
      #expect(run.status == 64 && run.output.isEmpty == (format == "table"), "\(run)")
      #expect(try fixture.scratch.bytes(path) == before)
    }
  }
}
