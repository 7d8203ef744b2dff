// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Builds of the product after changes of its sources: by the compiler and the linker alone
/// where that is enough, else by SwiftPM.
final class ProductBuilds {
  private let options: Options
  private let builder: Builder
  private let handover: Handover
  private let folder: SessionFolder

  /// As SwiftPM builds it.
  private(set) var file: String
  /// Nil where each build takes SwiftPM.
  private var plugin: PluginBuild?
  private var isPrepared = false
  private var contents = SourceContents()
  /// The newest sources make no build.
  private var hasFailed = false

  /// - Parameter file: the product, as SwiftPM has just built it.
  init(
    of file: String, _ options: Options, _ builder: Builder, _ handover: Handover,
    in folder: SessionFolder
  ) {
    (self.file, self.options, self.builder) = (file, options, builder)
    (self.handover, self.folder) = (handover, folder)
  }

  // MARK: The plan

  /// Finds out how SwiftPM builds the product.
  func plan() {
    isPrepared = false
    do { plugin = try makePlan() } catch {
      plugin = nil
      Report.line("each build takes SwiftPM: \(error)")
    }
  }

  private func makePlan() throws -> PluginBuild {
    let folder = (file as NSString).deletingLastPathComponent as NSString
    let scratch = (folder.deletingLastPathComponent as NSString).deletingLastPathComponent
    let manifest = try BuildManifest(
      contentsOf: "\(scratch)/\(folder.lastPathComponent).yaml")
    let plan = try PluginPlan(of: file, manifest)
    return try PluginBuild(plan, in: options.folder, of: options.package)
  }

  /// Compiles once, while nothing else happens, what is compiled later when it changes.
  func prepare() throws {
    guard !isPrepared, let plugin else { return }
    isPrepared = true
    if let complaint = try plugin.prepare() { Report.output(complaint) }
  }

  // MARK: Changes

  /// - Parameter paths: of what was saved or is gone; nil if nobody knows what changed.
  func change(_ paths: Set<String>?) throws {
    guard let paths else { return rebuild(because: "much changed") }
    // As they are now: what is saved while a compiler reads them is another change.
    let found = contents.changes(of: paths)
    let shared = found.filter { $0.key.isIn(options.shared) }
    // The program's own modules take replacements.
    for path in shared.keys.sorted() where options.executable.isEmpty {
      Report.line(
        "\(Self.fileName(path)): it is part of the program as well: end it, and start again")
    }
    contents.note(shared)
    // What came and went by the way, as editors have it, never was a source.
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
    guard let plugin else { return rebuild(because: what, changed) }
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
    case .beyond(let reason): rebuild(because: "\(what) (\(reason))", changed)
    }
  }

  /// What SwiftPM has to build: it alone knows what follows from the change.
  func rebuild(because what: String, _ changed: SourceContents.Files = [:]) {
    let known = SourceContents.read(contents.paths).merging(changed) { $1 }
    let saved = SourceContents.newest(changed.keys)
    guard let built = builder.build() else { return }
    guard let file = built.file else { return fail(built.log, what) }
    self.file = file
    contents.note(known)
    handOverProduct(because: what + ", built by SwiftPM", savedAt: saved)
    plan()
  }

  /// Hands over what SwiftPM has built, under another name: it writes over its own.
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
    Report.output(output)
    Report.line("\(what): no build; the one before goes on")
  }

  private static func fileName(_ path: String) -> String { (path as NSString).lastPathComponent }
}
