// SPDX-License-Identifier: Apache-2.0

/// The files of a plug-in.
struct PluginTemplates {
  let name: String
  let host: String
  /// Graft as a dependency in manifests.
  let graft: String

  var files: [(path: String, text: String)] {
    [
      ("Package.swift", manifest), ("Sources/\(name)/\(name).swift", source),
      ("Tests/\(name)Tests/\(name)Tests.swift", test),
    ]
  }

  private var manifest: String {
    """
    // swift-tools-version: 6.3

    import PackageDescription

    let package = Package(
      name: "\(name)",
      products: [.library(name: "\(name)", type: .dynamic, targets: ["\(name)"])],
      dependencies: [\(graft), .package(path: "../../API")],
      targets: [
        .target(
          name: "\(name)",
          dependencies: [
            .product(name: "\(host)API", package: "API"),
            .product(name: "Graft-dynamic", package: "Graft"),
          ]),
        .testTarget(name: "\(name)Tests"),
      ])

    """
  }

  private var source: String {
    """
    import Graft
    import \(host)API

    @Plugin(name: "\(name)", version: "1.0.0", needs: ["\(host)": "1.0"])
    enum \(name)Plugin {}

    /// Stands before what was there, and calls it.
    @Extension
    final class \(name)Answer<Subject: Request>: RequestExtension<Subject> {
      override func answer(_ subject: Subject) -> String { "\(name): " + super.answer(subject) }
    }

    """
  }

  private var test: String {
    """
    import Foundation
    import Testing

    /// Runs the host with what is in the build folder, which all packages share.
    @Test("The host has the plug-in's answer")
    func answer() throws {
      let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().path
      let host = Process()
      host.executableURL = URL(filePath: products + "/\(host.lowercased())")
      host.arguments = [products]
      let (input, output) = (Pipe(), Pipe())
      (host.standardInput, host.standardOutput) = (input, output)
      try host.run()
      try input.fileHandleForWriting.write(contentsOf: Data("hello\\n".utf8))
      try input.fileHandleForWriting.close()
      let answer = try output.fileHandleForReading.readToEnd() ?? Data()
      host.waitUntilExit()
      #expect(String(decoding: answer, as: UTF8.self).contains("\(name): "))
    }

    """
  }
}
