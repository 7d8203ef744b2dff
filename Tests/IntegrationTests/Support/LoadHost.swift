// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

extension Fixture {
  static let load = Fixture(
    name: "Load",
    modules: [
      Module("LoadAPI", of: "Load"), Module("LoadPlugin", of: "Load"),
      Module("load", of: "Load", "main.swift", "Refresh.swift", "Threads.swift", "Walk.swift"),
    ])
}

/// A host that works on many plug-ins, which are copies of one.
enum LoadHost {
  private static let once = Once<Mode, Program>()
  private static let libraries = ["Graft-dynamic", "LoadAPI"]

  static func program(_ mode: Mode) async throws -> Program {
    try await once.value(for: mode) {
      let program = try await Program(.load, mode)
      func compile(_ file: String) throws -> String {
        try CGraft.compile("Load/" + file, into: program.folder, mode)
      }
      try program.link("libLoadAPI.so", program.objects["LoadAPI"])
      try program.link(
        "load", program.objects["load"] + [compile("allocated.c")], libraries: libraries)
      try program.link(
        "plugin.so", program.objects["LoadPlugin"] + [compile("number.c")], libraries: libraries)
      return program
    }
  }

  /// Copies of the plug-in, with numbers from `first` on. Tests that run at the same
  /// time begin with other numbers: a file that is loaded must not be written.
  static func plugins(_ count: Int, from first: Int, of program: Program) throws -> [String] {
    var plugin = [UInt8](try Data(contentsOf: URL(filePath: program.folder + "plugin.so")))
    let name = Array("Numbering000".utf8)
    let names = offsets(of: name, in: plugin).map { $0 + name.count - 3 }
    let numbers = offsets(of: bytes(0x4772_6166_7430_3030 as Int), in: plugin)
    let priorities = offsets(of: bytes(1_196_509_810 as Int32), in: plugin)
    return try (first..<first + count).map { number in
      let digits = String(number + 1000).suffix(3)
      for (offsets, new) in [
        (names, Array(digits.utf8)), (numbers, bytes(number)), (priorities, bytes(Int32(number))),
      ] {
        for offset in offsets { plugin.replaceSubrange(offset..<offset + new.count, with: new) }
      }
      let path = program.folder + "plugin-\(first)-\(digits).so"
      try Data(plugin).write(to: URL(filePath: path))
      return path
    }
  }

  private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number) { Array($0) }
  }

  private static func offsets(of wanted: [UInt8], in bytes: [UInt8]) -> [Int] {
    let found = bytes.withUnsafeBytes { bytes in
      (0...bytes.count - wanted.count).filter {
        bytes[$0] == wanted[0] && memcmp(bytes.baseAddress! + $0, wanted, wanted.count) == 0
      }
    }
    precondition(!found.isEmpty)
    return found
  }
}
