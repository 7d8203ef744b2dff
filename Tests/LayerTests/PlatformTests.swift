// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// A port reads one folder of C, `Sources/CGraft/platform`, and one file of Swift,
/// `Sources/Graft/Image/DynamicLinker.swift`.
@Suite("Platform")
struct PlatformTests {
  private static let loader = Folders.package + "Sources/CGraft"
  private static let headers = [
    "link.h", "dlfcn.h", "elf.h", "sys/auxv.h", "sys/syscall.h", "sys/stat.h", "linux/",
  ]
  private static let linkerFunctions = [
    "dlopen", "dlclose", "dlsym", "dlerror", "dlinfo", "dladdr",
  ]

  @Test("Only the platform's folder includes headers of the dynamic linker and the kernel")
  func headers() throws {
    let (inside, outside) = (try uses(in: "/platform"), try uses(in: ""))
    #expect(inside.count > 5)
    #expect(outside == [])
  }

  private func uses(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: Self.loader + folder).sorted()
      .filter { $0.hasSuffix(".c") || $0.hasSuffix(".h") }
      .flatMap { file in
        try String(contentsOfFile: "\(Self.loader)\(folder)/\(file)", encoding: .utf8)
          .split(separator: "\n")
          .filter { line in Self.headers.contains { line.hasPrefix("#include <\($0)") } }
          .map { "\(file): \($0)" }
      }
  }

  @Test("Only one file of Swift calls the dynamic linker")
  func linker() throws {
    let table = try LayerTable.ofPage("Sources/Graft")
    let callers = try table.files().filter { file in
      NamedDeclarations(in: file.text).used.contains { Self.linkerFunctions.contains($0.name) }
    }
    #expect(callers.map(\.path) == ["Image/DynamicLinker.swift"])
  }

  /// What code needs to read a file or the environment is in none of these modules.
  private static let modulesOfMacros: Set<String> = [
    "DescriptorEncoding", "ExtensionSyntax", "GraftDescriptors", "SwiftDiagnostics",
    "SwiftIfConfig", "SwiftParser", "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacros",
    "Synchronization",
  ]

  @Test("Macros import nothing by which a file can be opened")
  func macros() throws {
    let folders = ["GraftMacros", "ExtensionSyntax", "DescriptorEncoding", "GraftDescriptors"]
    let imported = try folders.flatMap { try imports(of: Folders.sources + $0) }
    // The plug-in's entry point.
    let allowed = Self.modulesOfMacros.union(["SwiftCompilerPlugin"])
    #expect(Set(imported).subtracting(allowed) == [])
    #expect(imported.count > 100)
  }

  @Test(
    "Tests that run on other machines import nothing that these lack",
    arguments: ["GraftTests", "CourierTests", "GraftDescriptorsTests"])
  func otherMachines(target: String) throws {
    let imported = try imports(of: Folders.package + "Tests/" + target)
    #expect(Set(imported).isDisjoint(with: ["Foundation", "Dispatch"]))
    #expect(imported.contains("Testing"))
  }

  /// The modules that the files of a folder import.
  private func imports(of folder: String) throws -> [String] {
    try #require(FileManager.default.enumerator(atPath: folder)).compactMap { $0 as? String }
      .filter { $0.hasSuffix(".swift") }
      .flatMap { file in
        try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
          .matches(of: #/(?m)^[\w@ ]*\bimport +(\w+)/#).map { String($0.1) }
      }
  }
}
