// SPDX-License-Identifier: Apache-2.0

import CLibrary
import Foundation

/// Builds products of the package by `swift build`.
struct SwiftPM {
  private let options: Options

  init(_ options: Options) { self.options = options }

  /// Builds a product, and lets SwiftPM print what it has to say.
  ///
  /// - Returns: whether it succeeded.
  func build(_ product: String, _ configuration: String = "debug") throws(Problem) -> Bool {
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(nothing) }
    let words = [
      "swift", "build", "--package-path", options.package, "--scratch-path", options.scratch,
      // Another package may have been built there.
      "--disable-build-manifest-caching", "-c", configuration, "--product", product,
    ]
    let child = try ChildProcess(
      words + options.buildOptions, descriptors: [nothing, STDERR_FILENO, STDERR_FILENO])
    return child.ending(waiting: true) == .exited(0)
  }

  /// The folder of what was built.
  func folder(_ configuration: String = "debug") -> String {
    // Written as in SwiftPM's plan, so no other link in it is followed.
    let target = try? FileManager.default.destinationOfSymbolicLink(
      atPath: "\(options.scratch)/\(configuration)")
    return target.map { $0.hasPrefix("/") ? $0 : "\(options.scratch)/\($0)" }
      ?? "\(options.scratch)/\(configuration)"
  }
}
