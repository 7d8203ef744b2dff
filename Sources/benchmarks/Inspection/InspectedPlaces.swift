// SPDX-License-Identifier: Apache-2.0

import CLibrary

/// The paths of the command and of its inputs.
enum InspectedPlaces {
  /// The command, built from the current sources. This program does not depend
  /// on it, so SwiftPM is asked to build it.
  static let command: String? = {
    // The path is …/SCRATCH/TRIPLE/CONFIGURATION/benchmarks
    let folder = Process.executable.droppingComponents(1)
    let scratch = folder.droppingComponents(2)
    let configuration = folder.dropFirst(folder.droppingComponents(1).count + 1)
    let package = sourceFolder.droppingComponents(3)
    let built = Process.output(
      "swift build -c \(configuration) --package-path '\(package)' --scratch-path '\(scratch)'"
        + " --product inspect-sections 2>&1")
    return built == nil ? nil : folder + "/inspect-sections"
  }()

  /// The folder of this source file.
  static let sourceFolder = #filePath.droppingComponents(1)

  /// The path of a file in the `usr` folder of the toolchain in `PATH`.
  static func toolchainFile(_ name: String) -> String? {
    let folders = getenv("PATH").map { String(cString: $0).split(separator: ":") } ?? []
    guard let tools = folders.first(where: { access("\($0)/swiftc", X_OK) == 0 }) else {
      return nil
    }
    let path = "\(tools)/../\(name)"
    return access(path, R_OK) == 0 ? path : nil
  }

  /// Debian's library folder for this architecture.
  static let libraryFolder: String? = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"]
    .first { access($0, R_OK) == 0 }
}

extension String {
  /// The path without its last components.
  fileprivate func droppingComponents(_ count: Int) -> String {
    split(separator: "/", omittingEmptySubsequences: false).dropLast(count)
      .joined(separator: "/")
  }
}
