// SPDX-License-Identifier: Apache-2.0

import Glibc

/// What the command is run on, and where it is.
enum InspectedPlaces {
  /// The command as it stands in the sources now: nothing of this program depends on
  /// it, so SwiftPM is asked to build it beside this program.
  static let command: String? = {
    // …/SCRATCH/TRIPLE/CONFIGURATION/benchmarks
    let folder = Process.executable.droppingComponents(1)
    let scratch = folder.droppingComponents(2)
    let configuration = folder.dropFirst(folder.droppingComponents(1).count + 1)
    let package = sourceFolder.droppingComponents(3)
    let built = Process.output(
      "swift build -c \(configuration) --package-path '\(package)' --scratch-path '\(scratch)'"
        + " --product inspect-sections 2>&1")
    return built == nil ? nil : folder + "/inspect-sections"
  }()

  /// Of this source.
  static let sourceFolder = #filePath.droppingComponents(1)

  /// In the `usr` folder of the toolchain on the path.
  static func toolchainFile(_ name: String) -> String? {
    let folders = getenv("PATH").map { String(cString: $0).split(separator: ":") } ?? []
    guard let tools = folders.first(where: { access("\($0)/swiftc", X_OK) == 0 }) else {
      return nil
    }
    let path = "\(tools)/../\(name)"
    return access(path, R_OK) == 0 ? path : nil
  }

  /// Debian's, of this architecture.
  static let libraryFolder: String? = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"]
    .first { access($0, R_OK) == 0 }
}

extension String {
  /// Of a path, the last ones.
  fileprivate func droppingComponents(_ count: Int) -> String {
    split(separator: "/", omittingEmptySubsequences: false).dropLast(count)
      .joined(separator: "/")
  }
}
