// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@Suite("Pages refer to what exists")
struct LinkTests {
  @Test("Every link between pages resolves", arguments: Page.all)
  func links(page: Page) {
    let folder = URL(filePath: Folders.package + page.path).deletingLastPathComponent()
    for link in page.links where !link.contains(":") {
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let target = parts[0].isEmpty ? page.path : relative(folder.path() + String(parts[0]))
      #expect(exists(target), "\(page.path) links to \(link)")
      guard parts.count > 1, let linked = Page.all.first(where: { $0.path == target }) else {
        continue
      }
      #expect(linked.anchors.contains(String(parts[1])), "\(page.path) links to \(link)")
    }
  }

  @Test("Every path of the repository that is named exists", arguments: Page.all)
  func paths(page: Page) {
    for path in page.paths { #expect(exists(path), "\(page.path) names \(path)") }
  }

  @Test("The index lists every page")
  func index() throws {
    let index = try #require(Page.all.first { $0.path == "docs/README.md" })
    let linked = Set(index.links.map { relative(Folders.package + "docs/" + $0) })
    for page in Page.all where page.path.hasPrefix("docs/") && page.path != index.path {
      #expect(linked.contains(page.path), "docs/README.md does not list \(page.path)")
    }
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: Folders.package + path)
  }

  /// The path relative to the package's folder.
  private func relative(_ path: String) -> String {
    let standard = URL(filePath: path).standardized.path()
    return standard.hasPrefix(Folders.package)
      ? String(standard.dropFirst(Folders.package.count)) : standard
  }
}

extension Page {
  /// The targets of its links.
  fileprivate var links: [String] {
    prose.flatMap { line in line.matches(of: /\]\(([^)]+)\)/).map { String($0.output.1) } }
  }

  /// The paths of the repository that its code, prose and shell commands name.
  fileprivate var paths: [String] {
    let spans = prose.flatMap { line in
      line.matches(of: /`([^`]+)`/).map { String($0.output.1) }
    }
    let commands = blocks.filter { ["sh", "console"].contains($0.language) }.map(\.text)
    return (spans + commands).flatMap { $0.split(whereSeparator: \.isWhitespace) }
      .map(String.init)
      .filter { word in
        ["Sources/", "Tests/", "docs/", ".ci/"].contains { word.hasPrefix($0) }
      }
  }
}
