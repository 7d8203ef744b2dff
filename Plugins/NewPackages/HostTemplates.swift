// SPDX-License-Identifier: Apache-2.0

/// The files of a host and of its API.
struct HostTemplates {
  let name: String
  /// Graft as a dependency in manifests.
  let graft: String

  var files: [(path: String, text: String)] {
    [
      ("API/Package.swift", apiManifest), ("API/Sources/\(name)API/Request.swift", request),
      ("Host/Package.swift", hostManifest), ("Host/Sources/\(program)/main.swift", main),
      ("README.md", readme), ("run", script), (".gitignore", ".build\n"),
    ]
  }

  private var program: String { name.lowercased() }

  private var apiManifest: String {
    """
    // swift-tools-version: 6.3

    import PackageDescription

    let package = Package(
      name: "\(name)API",
      products: [.library(name: "\(name)API", type: .dynamic, targets: ["\(name)API"])],
      dependencies: [\(graft)],
      targets: [
        .target(
          name: "\(name)API", dependencies: [.product(name: "Graft-dynamic", package: "Graft")])
      ])

    """
  }

  private var request: String {
    """
    public import Graft

    /// What the host is asked. Plug-ins extend the answer.
    @Extensible
    public protocol Request {
      @Required var text: String { get }

      func answer() -> String
    }

    """
  }

  private var hostManifest: String {
    """
    // swift-tools-version: 6.3

    import PackageDescription

    let package = Package(
      name: "\(name)",
      dependencies: [\(graft), .package(path: "../API")],
      targets: [
        .executableTarget(
          name: "\(program)",
          dependencies: [
            .product(name: "\(name)API", package: "API"),
            .product(name: "Graft-dynamic", package: "Graft"),
          ])
      ])

    """
  }

  private var main: String {
    """
    import Foundation
    import GraftPlugins
    import \(name)API

    struct Line: Request {
      let text: String
    }

    /// The host's own answer, at the end of every chain.
    @Extension
    final class Echo<Subject: Request>: RequestExtension<Subject> {
      override func answer(_ subject: Subject) -> String { subject.text }
    }

    // For `swift package reload`.
    ImageReload.start()
    let folder = CommandLine.arguments.dropFirst().first ?? "plug-ins"
    let results = try ExtensionImage.loadAll(
      in: folder, providing: ["\(name)": "1.0"])
    for result in results {
      switch result.outcome {
      case .passedOver(.inProcess), .passedOver(.noDescriptors), .passedOver(.noManifest): break
      default: FileHandle.standardError.write(Data("\\(result)\\n".utf8))
      }
    }
    while let line = readLine() {
      print(Line(text: line).answer())
      fflush(nil)
    }

    """
  }

  /// The script that builds and runs.
  ///
  /// All packages share one build folder, so that Graft is compiled once.
  private var script: String {
    """
    #!/bin/sh
    # run               builds the host and all plug-ins, and starts the host
    # run test          the same, and runs the plug-ins' tests
    # run reload NAME   starts the host, and hands it each new build of the plug-in
    set -eu
    cd "$(dirname "$0")"
    built=$PWD/.build

    # One build folder for all packages. The plan that is in it can be another package's.
    package() {
      verb=$1 path=$2
      shift 2
      swift "$verb" --package-path "$path" --scratch-path "$built" \\
        --disable-build-manifest-caching "$@"
    }

    package build Host >&2
    for plugin in Plugins/*/; do
      if [ -d "$plugin" ]; then package build "$plugin" >&2; fi
    done
    case ${1-} in
      '') exec "$built/debug/\(program)" "$built/debug" ;;
      test) for plugin in Plugins/*/; do package test "$plugin"; done ;;
      reload)
        package package "Plugins/$2" reload --product "$2" --interactive -- \\
          "$built/debug/\(program)" "$built/debug"
        exec "$built/reload"
        ;;
      *) sed -n 's/^# //p' run >&2; exit 2 ;;
    esac

    """
  }

  private var readme: String {
    """
    # \(name)

    | folder | is |
    |---|---|
    | `API` | the protocol that plug-ins extend: host and plug-ins link its library |
    | `Host` | the program `\(program)`, which loads the plug-ins of a folder |
    | `Plugins` | plug-ins, each a package of its own |

    ```sh
    swift package --package-path Host graft new-plugin NAME --host .   # a plug-in
    ./run                                                              # builds and starts
    ./run test                                                         # the plug-ins' tests
    ./run reload NAME                                                  # works on a plug-in
    ```

    All packages are built into `.build` here (`--scratch-path`), so that Graft is compiled once.
    `--disable-build-manifest-caching` keeps SwiftPM from taking another package's plan there.

    """
  }
}
