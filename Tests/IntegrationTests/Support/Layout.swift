// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// One way from the same objects to a program, and thus one row of a table.
struct Layout: CustomTestStringConvertible, Sendable {
  let kind: Kind
  let linker: Linker
  let mode: Mode

  enum Kind: Hashable, CaseIterable, Sendable {
    /// Graft and the API in shared objects, and a plug-in, all as linked.
    case plugin
    case strippedPlugin
    case pluginWithoutSectionHeaders
    case patchedPlugin
    /// All in the executable, with its objects in several orders.
    case executable
    case executableReversed
    case executableGraftFirst
    case staticLibrary
    case staticExecutable

    var hasPlugin: Bool {
      switch self {
      case .plugin, .strippedPlugin, .pluginWithoutSectionHeaders, .patchedPlugin: true
      default: false
      }
    }

    var flags: [String] {
      switch self {
      case .staticLibrary: ["-static-stdlib"]
      case .staticExecutable: ["-static-executable"]
      default: []
      }
    }
  }

  static let all = Mode.allCases.flatMap { mode in
    Linker.allCases.flatMap { linker in
      Kind.allCases.map { Layout(kind: $0, linker: linker, mode: mode) }
    }
  }.filter { !$0.isBeyondLinker }

  /// gold can't link the C library that Debian has for aarch64 statically, where it collects
  /// sections: a note of it refers to one.
  private var isBeyondLinker: Bool {
    OtherMachine.isTested && kind == .staticExecutable && linker == .gold && mode == .release
  }

  var testDescription: String { "\(kind), \(linker), \(mode)" }
  var folder: String { "layouts/\(kind)-\(linker)-\(mode)" }

  /// Changes a linked file as this layout has it.
  func treat(_ file: String) throws {
    switch kind {
    case .strippedPlugin: try Command.run("strip", [file])
    case .pluginWithoutSectionHeaders: try ELFFile.removeSectionHeaders(file)
    case .patchedPlugin:
      let path = try Command.run("patchelf", ["--print-rpath", file])
      let longer = path.trimmingCharacters(in: .newlines) + ":/nowhere/in/particular"
      try Command.run("patchelf", ["--set-rpath", longer, file])
    default: break
    }
  }

  func order(_ objects: [String], graft: [String]) -> [String] {
    switch kind {
    case .executableReversed: (objects + graft).reversed()
    case .executableGraftFirst: graft + objects
    default: objects + graft
    }
  }
}
