// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Builds the product after changes of its sources: with the compiler and the
/// linker alone if possible, else with SwiftPM.
final class ProductBuilds {
  private let options: Options
  private let swiftPM: SwiftPM
  private let handover: Handover
  private let folder: SessionFolder

  /// The file that SwiftPM builds.
  let file: String
  /// The builds without SwiftPM; nil if each build needs it.
  private var plugin: PluginBuild?
  private var isPrepared = false
  private var contents = SourceContents()
  /// Whether the newest sources failed to build.
  private var hasFailed = false

  /// Starts with the product that SwiftPM has just built.
  init(
    _ options: Options, _ swiftPM: SwiftPM, _ handover: Handover, in folder: SessionFolder
  ) {
    file = "\(swiftPM.folder(options.configuration))/lib\(options.product).so"
    (self.options, self.swiftPM) = (options, swiftPM)
    (self.handover, self.folder) = (handover, folder)
  }

  // MARK: The plan

  /// Finds out how SwiftPM builds the product.
  func plan() {
    isPrepared = false
    do { plugin = try makePlan() } catch {
      plugin = nil
      Report.line("each build needs SwiftPM: \(error)")
    }
  }

  private func makePlan() throws -> PluginBuild {
    let manifest = try BuildManifest(
      contentsOf: "\(options.scratch)/\(options.configuration).yaml")
    let plan = try PluginPlan(of: file, manifest)
    return try PluginBuild(plan, in: options.folder, of: options.package)
  }

  /// Compiles the sources once in advance, while nothing else happens.
  func prepare() throws {
    guard !isPrepared, let plugin else { return }
    isPrepared = true
    if let complaint = try plugin.prepare(), !isOvertaken(complaint) { Report.output(complaint) }
  }

  // MARK: Changes

  /// Builds after a change.
  ///
  /// - Parameter paths: the files that were saved or removed; nil if that is
  ///   unknown.
  func change(_ paths: Set<String>?) throws {
    guard let paths else { return try rebuild(because: "much changed") }
    // Compare the contents now: a save during compilation is another change.
    let found = contents.changes(of: paths)
    let shared = found.filter { $0.key.isIn(options.shared) }
    // Changes of the program's own modules become replacements.
    for path in shared.keys.sorted() where options.executable.isEmpty {
      Report.line(
        "\(Self.fileName(path)): it is part of the program as well: end it, and start again")
    }
    contents.note(shared)
    // Ignore files that were created and removed again, such as an editor's: they were
    // never sources.
    let changed = found.filter { file in
      shared[file.key] == nil && (file.value != nil || isSource(file.key))
    }
    guard !changed.isEmpty else {
      if hasFailed && shared.isEmpty {
        Report.line("the sources are again those of the newest build")
        hasFailed = false
      }
      return
    }
    try build(changed)
  }

  private func isSource(_ path: String) -> Bool {
    contents.knows(path) || plugin?.hasSource(path) != false
  }

  private func build(_ changed: SourceContents.Files) throws {
    let names = changed.keys.map(Self.fileName).sorted()
    let what = names.count > 3 ? "\(names.count) files" : names.joined(separator: ", ")
    guard let plugin else { return try rebuild(because: what, changed) }
    let build = try folder.next(of: file)
    switch try plugin.build(changed: Set(changed.keys), to: build) {
    case .built(let compiling, let linking):
      contents.note(changed)
      hasFailed = false
      let saved = SourceContents.newest(changed.keys)
      handover.load(
        build, of: file, because: what, savedAt: saved,
        "compiled in \(Handover.text(compiling)), linked in \(Handover.text(linking))")
    case .failed(let output): fail(output, what)
    case .beyond(let reason): try rebuild(because: "\(what) (\(reason))", changed)
    }
  }

  /// Builds with SwiftPM, which alone knows what the change affects.
  func rebuild(because what: String, _ changed: SourceContents.Files = [:]) throws {
    let known = SourceContents.read(contents.paths).merging(changed) { $1 }
    let saved = SourceContents.newest(changed.keys)
    guard try swiftPM.build(options.product, options.configuration) else {
      // The plan has other files until SwiftPM has built what changed.
      plugin = nil
      return fail("", what)
    }
    contents.note(known)
    handOverProduct(because: what + ", built by SwiftPM", savedAt: saved)
    plan()
  }

  /// Hands over SwiftPM's build as a copy, since SwiftPM overwrites its file.
  func handOverProduct(because what: String, savedAt saved: Int? = nil) {
    do {
      let copy = try folder.next(of: file)
      try FileManager.default.copyItem(atPath: file, toPath: copy)
      hasFailed = false
      handover.load(copy, of: file, because: what, savedAt: saved)
    } catch { Report.line("\(what): \(error.localizedDescription)") }
  }

  private func fail(_ output: String, _ what: String) {
    hasFailed = true
    if isOvertaken(output) {
      return Report.line("\(what): saved again while it was compiled: builds what was saved")
    }
    if !output.isEmpty { Report.output(output) }
    Report.line("\(what): no build; the previous one stays in use")
  }

  /// Whether the compiler gave up because a source was saved meanwhile.
  ///
  /// That save is a change, and is built next.
  private func isOvertaken(_ output: String) -> Bool {
    output.contains("was modified during the build")
  }

  private static func fileName(_ path: String) -> String { (path as NSString).lastPathComponent }
}
