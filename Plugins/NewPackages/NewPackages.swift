// SPDX-License-Identifier: Apache-2.0

import Foundation
import PackagePlugin

/// Writes packages that build and run unchanged.
///
/// Usage: `swift package graft new-host NAME` and `swift package graft new-plugin
/// NAME --host PATH`.
@main
struct NewPackages: CommandPlugin {
  private static let usage = """
    Usage: swift package graft new-host NAME
           swift package graft new-plugin NAME --host PATH

    new-host    writes the folder NAME: a host, the package of its API, and the script `run`
    new-plugin  writes a plug-in into the folder PATH, which new-host has written
    """

  func performCommand(context: PluginContext, arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    let hosts = extractor.extractOption(named: "host")
    let words = extractor.remainingArguments
    if words.contains("--help") || words.contains("-h") { return print(Self.usage) }
    guard words.count == 2 else { throw Failure(description: Self.usage) }
    let (name, graft) = (words[1], try graft(of: context.package))
    switch (words[0], hosts.count) {
    case ("new-host", 0):
      var modules = NewModules(ofHost: name)
      modules.add(graft.targets.map(\.name), of: "Graft's")
      try modules.check()
      let folder = place(name)
      let templates = HostTemplates(
        name: name, graft: try dependency(on: graft, from: folder.appending(path: "Host")))
      try write(templates.files, into: folder)
    case ("new-plugin", 1):
      let host = try NewHost(place(hosts[0]))
      var modules = NewModules(ofPlugin: name)
      modules.add(graft.targets.map(\.name), of: "Graft's")
      modules.add(NewModules(ofHost: host.name).modules, of: "the host's")
      modules.add(host.plugins, of: "the plug-in")
      try modules.check()
      let folder = host.folder.appending(path: "Plugins/" + name)
      let templates = PluginTemplates(
        name: name, host: host.name, graft: try dependency(on: graft, from: folder))
      try write(templates.files, into: folder)
    default: throw Failure(description: Self.usage)
    }
  }

  /// The URL of a path as typed.
  ///
  /// SwiftPM changes to the package's folder, so the path is resolved against `PWD`.
  private func place(_ path: String) -> URL {
    let start =
      ProcessInfo.processInfo.environment["PWD"] ?? FileManager.default.currentDirectoryPath
    // SwiftPM resolves `..` without looking at links.
    let folder = URL(filePath: start, directoryHint: .isDirectory).resolvingSymlinksInPath()
    return URL(filePath: path, relativeTo: folder).standardizedFileURL
  }

  private func graft(of package: Package) throws -> Package {
    let graft =
      package.displayName == "Graft"
      ? package : package.dependencies.map(\.package).first { $0.displayName == "Graft" }
    guard let graft else {
      throw Failure(description: "\(package.displayName) does not depend on Graft itself")
    }
    return graft
  }

  /// Graft as a dependency in the manifest of a folder.
  private func dependency(on graft: Package, from folder: URL) throws -> String {
    if case .repository(let url, let version, _) = graft.origin {
      // SwiftPM says "no version" of a branch and of a revision.
      guard version.first?.isNumber == true else {
        throw Failure(
          description: "SwiftPM does not tell by which branch or revision this package depends on "
            + "\(url): let it depend on a version, or on a folder")
      }
      return #".package(url: "\#(url)", from: "\#(version)")"#
    }
    return #".package(name: "Graft", path: "\#(path(of: graft.directoryURL, from: folder))")"#
  }

  /// The path of a folder from another one, so that both can be moved together.
  private func path(of folder: URL, from start: URL) -> String {
    let (to, from) = (folder.resolvingSymlinksInPath().pathComponents, start.pathComponents)
    let shared = zip(to, from).prefix { $0 == $1 }.count
    return (from.dropFirst(shared).map { _ in ".." } + to.dropFirst(shared)).joined(separator: "/")
  }

  private func write(_ files: [(path: String, text: String)], into folder: URL) throws {
    let manager = FileManager.default
    guard !manager.fileExists(atPath: folder.path) else {
      throw Failure(description: "\(folder.path) is there already")
    }
    for (path, text) in files {
      let file = folder.appending(path: path)
      try manager.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
      if text.hasPrefix("#!") {
        try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
      }
    }
    print("\(folder.path) is written")
  }
}

/// A folder that `new-host` has written.
struct NewHost {
  let folder: URL
  /// The name that it was written with; the folder may have another one now.
  let name: String

  init(_ folder: URL) throws {
    let manager = FileManager.default
    let modules = try? manager.contentsOfDirectory(atPath: folder.path + "/API/Sources")
    let names = (modules ?? []).filter { $0.hasSuffix("API") }.map { String($0.dropLast(3)) }
    guard manager.fileExists(atPath: folder.path + "/API/Package.swift"), !names.isEmpty else {
      throw Failure(description: "\(folder.path) is no folder that new-host has written")
    }
    self.folder = folder.resolvingSymlinksInPath()
    guard let name = names.first(where: { $0 == folder.lastPathComponent || names.count == 1 })
    else {
      throw Failure(
        description: "\(folder.path) has several modules of an API, and the name of none: "
          + names.sorted().joined(separator: ", "))
    }
    self.name = name
  }

  var plugins: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/Plugins")) ?? []
  }
}

struct Failure: Error, CustomStringConvertible {
  var description: String
}
