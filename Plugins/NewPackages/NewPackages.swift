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
    guard words.count == 2, isName(words[1]) else { throw Failure(description: Self.usage) }
    switch (words[0], hosts.count) {
    case ("new-host", 0):
      let templates = HostTemplates(name: words[1], graft: try graft(of: context.package))
      try write(templates.files, into: place(words[1]))
    case ("new-plugin", 1):
      let folder = place(hosts[0])
      let host = folder.lastPathComponent
      guard FileManager.default.fileExists(atPath: folder.path + "/API/Package.swift") else {
        throw Failure(description: "\(folder.path) is no folder that new-host has written")
      }
      let templates = PluginTemplates(
        name: words[1], host: host, graft: try graft(of: context.package))
      try write(templates.files, into: folder.appending(path: "Plugins/" + words[1]))
    default: throw Failure(description: Self.usage)
    }
  }

  /// Whether a text can be the name of a module.
  private func isName(_ text: String) -> Bool {
    text.first?.isUppercase == true
      && text.utf8.allSatisfy { byte in
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
          || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
          || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
      }
  }

  /// The URL of a path as typed.
  ///
  /// SwiftPM changes to the package's folder, so the path is resolved against `PWD`.
  private func place(_ path: String) -> URL {
    let start =
      ProcessInfo.processInfo.environment["PWD"] ?? FileManager.default.currentDirectoryPath
    return URL(filePath: path, relativeTo: URL(filePath: start, directoryHint: .isDirectory))
      .standardizedFileURL
  }

  /// Graft as a dependency in manifests.
  private func graft(of package: Package) throws -> String {
    let graft =
      package.displayName == "Graft"
      ? package : package.dependencies.map(\.package).first { $0.displayName == "Graft" }
    guard let graft else {
      throw Failure(description: "\(package.displayName) does not depend on Graft itself")
    }
    if case .repository(let url, let version, _) = graft.origin {
      return #".package(url: "\#(url)", from: "\#(version)")"#
    }
    return #".package(name: "Graft", path: "\#(graft.directoryURL.path)")"#
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

struct Failure: Error, CustomStringConvertible {
  var description: String
}
