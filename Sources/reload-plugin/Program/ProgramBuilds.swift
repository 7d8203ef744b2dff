// SPDX-License-Identifier: Apache-2.0

import Foundation
import CLibrary

/// The builds of the running program.
///
/// SwiftPM builds it so that its functions can be replaced; then its changed
/// sources become replacements.
final class ProgramBuilds {
  private let options: Options
  private let handover: Handover
  private let folder: SessionFolder
  private var modules: [ProgramModule]
  private let others: [ProgramModule]

  /// The sources that the program was built from, then each version that
  /// replaced them.
  private var versions: [ProgramSources] = []
  /// The sources on disk.
  private var present = ProgramSources()
  /// The declarations replaced in this process, by file.
  private var earlier: [String: Set<Declaration.Identity>] = [:]
  private var number = 0
  private var hasFailed = false
  /// Whether a build has begun and failed, so that the modules' interfaces on disk
  /// may not be those of the running program.
  private var isStale = false
  private var built = stat()

  init(_ options: Options, _ handover: Handover, in folder: SessionFolder) {
    (self.options, self.handover, self.folder) = (options, handover, folder)
    modules = options.modules.map(ProgramModule.init)
    others = options.otherModules.map(ProgramModule.init)
  }

  /// The path of the executable.
  var file: String { "\(options.scratch)/debug/\(options.executable)" }

  // MARK: The build

  /// Builds the program, and records the sources as those of the next process.
  ///
  /// - Returns: whether the build succeeded; SwiftPM has reported its errors.
  func build() throws -> Bool {
    isStale = true
    var sources = ProgramSources(of: modules)
    while true {
      guard try runSwiftPM() else { return false }
      // The compiler may or may not have seen files that were saved meanwhile.
      let after = ProgramSources(of: modules)
      if after == sources { break }
      sources = after
    }
    let manifest = try BuildManifest(contentsOf: "\(options.scratch)/debug.yaml")
    for index in modules.indices { try modules[index].read(manifest) }
    guard stat(file, &built) == 0 else { throw Problem("SwiftPM made no \(file)") }
    (versions, present, earlier) = ([sources], sources, [:])
    (isStale, hasFailed) = (false, false)
    return true
  }

  private func runSwiftPM() throws -> Bool {
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(nothing) }
    let words = [
      "swift", "build", "--package-path", options.package, "--scratch-path", options.scratch,
      // Another package may have been built there.
      "--disable-build-manifest-caching", "--product", options.executable,
    ]
    let child = try ChildProcess(
      words + ProgramFlags.build, descriptors: [nothing, Report.descriptor, Report.descriptor])
    return child.ending(waiting: true) == .exited(0)
  }

  // MARK: Changes

  /// Builds after a change.
  ///
  /// - Parameter paths: the files that were saved or removed.
  func change(_ paths: Set<String>) throws {
    var changed: [String] = []
    for path in paths.sorted() {
      let name = Self.fileName(path)
      if let other = others.first(where: { $0.holds(path) }) {
        if path.isIn(options.watched) { continue }
        Report.line("\(name): its module \(other.name) is not in \(options.executable)")
      } else if modules.contains(where: { $0.holds(path) }) {
        if path.hasSuffix(".swift") {
          let before = present.files[path]
          present.read(path)
          if present.files[path] != before { changed.append(path) }
        } else if FileManager.default.fileExists(atPath: path) {
          Report.line("\(name): no Swift file: \(Self.advice)")
        }
      } else if name == "Package.swift" {
        Report.line("\(name): it says how all is built: \(Self.advice)")
      }
    }
    guard !changed.isEmpty else { return }
    guard present != versions.last else {
      if hasFailed { Report.line("the sources are again those that run") }
      hasFailed = false
      return
    }
    let names = changed.map(Self.fileName)
    let what = names.count > 3 ? "\(names.count) files" : names.joined(separator: ", ")
    if try replace(by: present, because: what, saved: SourceContents.newest(changed)) {
      versions.append(present)
      hasFailed = false
    } else {
      hasFailed = true
    }
  }

  /// Restores the previous version; the original is the last.
  func rollBack() throws {
    guard versions.count > 1 else { return Report.line("the program runs as it was built") }
    let target = versions[versions.count - 2]
    if try replace(by: target, because: "rolled back", saved: nil) { versions.removeLast() }
  }

  // MARK: Replacements

  /// Replaces the running code by a version of the sources.
  ///
  /// - Returns: whether the program now runs that version.
  private func replace(
    by version: ProgramSources, because what: String, saved: Int?
  ) throws -> Bool {
    if isStale {
      Report.line("\(what): the last build has failed, so nothing fits what runs: \(Self.advice)")
      return false
    }
    let plan = ReplacementPlan(
      from: versions[0], to: version, of: modules, earlier: earlier)
    for problem in plan.problems { Report.line("\(problem): \(Self.advice)") }
    guard plan.problems.isEmpty else { return false }
    guard !plan.isEmpty else {
      Report.line("\(what): nothing to replace")
      return true
    }
    guard isOurs(what) else { return false }
    number += 1
    let start = ContinuousClock.now
    let library = try folder.next(of: "replacements.so")
    do throws(Problem) {
      let sources = try plan.sources(number: number, of: modules, original: versions[0])
      let build = ReplacementBuild(
        folder: (library as NSString).deletingLastPathComponent, package: options.package)
      let complaint: String?
      do { complaint = try build.build(sources, number: number, to: library) } catch {
        throw Problem("\(error)")
      }
      if let complaint {
        Report.output(complaint)
        Report.line("\(what): nothing is replaced; the previous version keeps running")
        return false
      }
    } catch {
      Report.line("\(error): \(Self.advice)")
      return false
    }
    let took = Handover.text((ContinuousClock.now - start).seconds)
    let isDone = handover.replace(
      by: library, in: built, because: what, savedAt: saved, "compiled in \(took)",
      titles(to: version))
    if isDone { note(plan) }
    return isDone
  }

  private func note(_ plan: ReplacementPlan) {
    for file in plan.files {
      earlier[file.path, default: []].formUnion(file.changes.replaced.map(\.identity))
    }
  }

  /// The names of declarations that differ from the running ones.
  private func titles(to version: ProgramSources) -> [String] {
    guard let running = versions.last else { return [] }
    return version.changes(from: running).flatMap { path in
      let before = SourceReader(running.files[path] ?? "", path: path)
      let after = SourceReader(version.files[path] ?? "", path: path)
      let changes = FileChanges(from: before, to: after, earlier: [])
      return (changes.replaced + changes.added).map(\.title)
    }
  }

  /// Whether the executable on disk is still the one that was started.
  private func isOurs(_ what: String) -> Bool {
    var now = stat()
    guard stat(file, &now) == 0, (now.st_dev, now.st_ino) == (built.st_dev, built.st_ino),
      now.st_mtim.tv_sec == built.st_mtim.tv_sec, now.st_mtim.tv_nsec == built.st_mtim.tv_nsec
    else {
      Report.line("\(what): \(file) is another build than the one that runs: \(Self.advice)")
      return false
    }
    return true
  }

  private static let advice = "b builds and starts again"

  private static func fileName(_ path: String) -> String { (path as NSString).lastPathComponent }
}

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
