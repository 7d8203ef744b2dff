// SPDX-License-Identifier: Apache-2.0

import Agreement
import Foundation
import TestSupport

/// Asks the registry in an example's program: linked once more, with an oracle instead of
/// its main function, since Graft is in some of the programs themselves.
struct ExampleOracle {
  private static let products = Folders.package + "docs/examples/.build/release/"
  private static let sources = Folders.package + "Tests/IntegrationTests/Fixtures/Oracle/"
  private let folder: String

  /// Compiled against what the examples have built.
  init() throws {
    folder = try Folders.make()
    let headers = Folders.package + "Sources/CGraft/include"
    for (tool, arguments) in [
      (
        "swiftc",
        [
          "-O", "-wmo", "-parse-as-library", "-swift-version", "6", "-module-name", "Oracle",
          "-I", Self.products + "Modules", "-Xcc", "-I", "-Xcc", headers, "-c",
          Self.sources + "Oracle.swift", "-o", folder + "Oracle.o",
        ]
      ),
      (
        "clang",
        ["-fPIC", "-DLINKED", "-c", Self.sources + "preload.c", "-o", folder + "preload.o"]
      ),
    ] { try Command.run(tool, arguments) }
  }

  /// The registry's answers once the program has started and opened plug-ins.
  func ask(_ program: String, opening plugins: [String]) throws -> RegistryReport {
    let path = folder + program
    let needed = try Command.run("readelf", ["-d", Self.products + program])
      .split(separator: "\n").filter { $0.contains("(NEEDED)") }
      .compactMap { $0.split(whereSeparator: { "[]".contains($0) }).last.map(String.init) }
      .flatMap { name in
        let path = Self.products + name
        return FileManager.default.fileExists(atPath: path) ? [path] : ["-Xlinker", "-l:" + name]
      }
    try Command.run(
      "swiftc",
      ["-o", path, "@\(Self.products)\(program).product/Objects.LinkFileList"]
        + [folder + "Oracle.o", folder + "preload.o"] + needed
        + ["-Xlinker", "-rpath", "-Xlinker", Self.products])
    let environment = [
      "ORACLE=\(folder)report", "ORACLE_PROGRAM=\(path)",
      "ORACLE_OPEN=\(plugins.map { Self.products + $0 }.joined(separator: ":"))",
    ]
    try Command.run("env", environment + [path])
    var report = RegistryReport(try String(contentsOfFile: folder + "report", encoding: .utf8))
    report.images.removeAll { image in
      image != path && !image.hasPrefix(Self.products)
        && !image.contains("/docs/examples/.build/")
    }
    return report
  }
}
