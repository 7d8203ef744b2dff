// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A host, what it allows, and plug-ins that it is to load one after the other, most of them
/// damaged.
struct FitSet: CustomStringConvertible, Sendable {
  let host: FitFiles.Version
  /// A `ConflictChoice`.
  var onConflict = "first-by-name"
  var allowsOtherCompilers = false
  /// A version of what plug-ins can need; nil where they are loaded without being asked.
  var provided: String?
  /// The files, with how each was made.
  var plugins: [(path: String, recipe: String)] = []
  /// Whether a plug-in lacks the section table, by which a file's types are found.
  var hidesTypes = false
  /// Whether all plug-ins have it, and all that it tells of.
  private(set) var areTypesThere = true

  /// Whether a build replaces another one that is not older, which files given together don't.
  var replacesNewerBuilds: Bool {
    func builds(_ name: String) -> [String] {
      plugins.map(\.recipe).filter { $0.hasPrefix(name) }
    }
    let ofVersions = builds("FitBuild")
    // Those of `FitOwn` have one version.
    return Set(builds("FitOwn")).count > 1
      || zip(ofVersions, ofVersions.dropFirst()).contains {
        $0.contains("NEWER") && $1.contains("OLDER")
      }
  }

  var description: String {
    "\(host) \(options) \(provided ?? "-"): "
      + plugins.map(\.recipe).joined(separator: ", then ")
  }

  /// As the host reads them.
  var line: String {
    ([options, provided ?? ""] + plugins.map(\.path)).joined(separator: "\t")
  }

  private var options: String {
    (onConflict == "pass-over" ? "c" : onConflict == "refuse" ? "r" : "")
      + (allowsOtherCompilers ? "o" : "") + (provided == nil ? "" : "n")
  }

  /// As the command takes them.
  var arguments: [String] {
    ["--on-conflict", onConflict]
      + (allowsOtherCompilers ? ["--allow-other-compilers"] : [])
      + (provided.map { ["--provide", $0.isEmpty ? "nothing=1" : "fit-host=\($0)"] } ?? [])
  }

  private init(host: FitFiles.Version, provided: String?) {
    (self.host, self.provided) = (host, provided)
  }

  /// Made of what there is, by a seed.
  ///
  /// - Parameter folder: where its plug-ins go.
  init(_ files: FitFiles, _ random: inout Generator, into folder: String) throws {
    host = random.once(in: 3) ? .first : FitFiles.Version.allCases.randomElement(using: &random)!
    onConflict = random.element(of: ["first-by-name", "refuse", "pass-over"])
    allowsOtherCompilers = random.once(in: 3)
    if random.once(in: 3) { provided = random.element(of: ["", "1.9", "2.0", "2.1", "3"]) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // Two that are in conflict, now and then, and builds of few plug-ins.
    let rivals =
      random.once(in: 8)
      ? files.plugins.filter { $0.version == host && $0.isRival }.shuffled(using: &random) : []
    let all = files.plugins.filter(\.isBuild)
    let builds =
      random.once(in: 6) ? (0...random.below(4)).map { _ in random.element(of: all) } : []
    try add(rivals + builds, in: folder)
    for number in 0...random.below(3) {
      // As often as not one that was compiled against just this version.
      let fitting = files.plugins.filter { $0.version == host }
      let plugin = random.element(
        of: fitting.isEmpty || random.once(in: 2) ? files.plugins : fitting)
      let path = folder + "/plugin-\(number).so"
      let damage = random.once(in: 2) ? nil : random.element(of: FitDamage.allCases)
      if let damage, [.cutBehindSegments, .withoutSections].contains(damage) { hidesTypes = true }
      if damage == .cut || hidesTypes { areTypesThere = false }
      let details = try damage?.copy(plugin.path, to: path, &random)
      if damage == nil { try FileManager.default.linkItem(atPath: plugin.path, toPath: path) }
      plugins.append((path, plugin.name + (details.map { " \(damage!) \($0)" } ?? "")))
    }
  }
}

extension FitSet {
  /// Undamaged plug-ins, by name.
  init(_ names: [String], providing provided: String?, of files: FitFiles, into folder: String)
    throws
  {
    self.init(host: .first, provided: provided)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try add(names.map { name in files.plugins.first { $0.name == name }! }, in: folder)
  }

  private mutating func add(_ chosen: [FitFiles.Plugin], in folder: String) throws {
    for (number, plugin) in chosen.enumerated() {
      let path = folder + "/chosen-\(number).so"
      try FileManager.default.linkItem(atPath: plugin.path, toPath: path)
      plugins.append((path, plugin.name))
    }
  }
}

/// SplitMix64: a seed says all that it gives.
struct Generator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
  mutating func once(in count: Int) -> Bool { below(count) == 0 }
  mutating func element<Value>(of values: [Value]) -> Value { values[below(values.count)] }
}
