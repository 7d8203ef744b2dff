// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A program that runs, and builds of a plug-in that are handed to it, until either ends.
final class Session {
  private let options: Options
  private let builder = Builder()
  private let watch: SourceWatch
  private let hosts: Hosts
  private let terminal: Terminal?
  /// For the socket and the builds of this session.
  private let folder: String
  private let program: ChildProcess
  private let start = ContinuousClock.now

  /// The product, as SwiftPM builds it.
  private var file = ""
  /// Nil where each build takes SwiftPM.
  private var plugin: PluginBuild?
  private var isPrepared = false
  private var buildCount = 0
  /// What each source held when it was built last.
  private var contents: Contents = [:]
  private var hasHint = false
  /// The newest sources make no build.
  private var hasFailed = false

  init(_ options: Options) throws(Problem) {
    self.options = options
    // SwiftPM builds before anything is started, or nothing is.
    guard let built = builder.build() else { throw Problem("SwiftPM is gone") }
    guard let file = built.file else { throw Problem(built.log) }
    self.file = file
    try Signals.watch()
    watch = try SourceWatch(options.watched + options.shared)
    folder = try Self.makeFolder()
    do {
      hosts = try Hosts(in: folder)
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw error
    }
    terminal = options.ignoresTerminal ? nil : Terminal(readsKeys: !options.isInteractive)
    do {
      program = try Self.start(options, terminal, socket: hosts.path)
    } catch {
      Self.leave(terminal, folder)
      throw error
    }
  }

  /// Which only this user may look into, and whose path is short enough for a socket.
  private static func makeFolder() throws(Problem) -> String {
    let candidates = [getenv("XDG_RUNTIME_DIR").map { String(cString: $0) }, "/tmp"]
    for parent in candidates.compactMap(\.self) {
      var template = Array("\(parent)/graft-reload-XXXXXX".utf8CString)
      if mkdtemp(&template) != nil {
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
      }
    }
    throw Problem("no folder for a socket in /tmp: \(String(cString: strerror(errno)))")
  }

  private static func start(
    _ options: Options, _ terminal: Terminal?, socket: String
  ) throws(Problem) -> ChildProcess {
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    let input = options.isInteractive ? terminal?.descriptor ?? nothing : nothing
    let output = Report.stream(1, of: options.swiftPM) ?? STDERR_FILENO
    let errors = Report.stream(2, of: options.swiftPM) ?? STDERR_FILENO
    Report.descriptor = errors
    return try ChildProcess(
      options.command, descriptors: [input, output, errors], adding: ["GRAFT_RELOAD=\(socket)"])
  }

  private static func leave(_ terminal: Terminal?, _ folder: String) {
    terminal?.restore()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// - Returns: how this process is to end.
  func run() throws -> Int32 {
    defer { Self.leave(terminal, folder) }
    if terminal != nil && !options.isInteractive { Report.line(Self.keys) }
    plan()
    while true {
      if let ending = program.ending(waiting: false) { return end(ending) }
      if Signals.isEnding || kill(options.swiftPM, 0) != 0 { return stop() }
      let keys = options.isInteractive ? nil : terminal
      var waited = [
        Signals.descriptor, watch.descriptor, hosts.door, builder.descriptor,
        keys?.descriptor ?? -1,
      ].map(Self.reading)
      let others = waited.count
      waited += hosts.hosts.map { Self.reading($0.descriptor) }
      let count = poll(&waited, nfds_t(waited.count), Self.patience)
      if count == 0 { try rest() }
      guard count > 0 else { continue }
      let ready = waited.map { $0.revents != 0 }
      if ready[0] { Signals.take() }
      for host in waited.dropFirst(others) where host.revents != 0 { hosts.dismiss(host.fd) }
      if ready[2] { admit() }
      if ready[3], builder.isGone { return stop() }
      if ready[1] { try change(try watch.take()) }
      if ready[4], let key = keys?.key(), !press(key) { return stop() }
    }
  }

  /// In milliseconds, after which it is seen that SwiftPM is gone.
  private static let patience: Int32 = 200

  /// Nothing happens.
  private func rest() throws {
    if !isPrepared, let plugin {
      isPrepared = true
      if let complaint = try plugin.prepare() { Report.output(complaint) }
    }
    guard !hasHint, ContinuousClock.now - start > .seconds(5) else { return }
    hasHint = true
    Report.line("\(name) takes no builds over so far: it has to call ImageReload.start()")
  }

  private static func reading(_ descriptor: Int32) -> pollfd {
    pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  }

  // MARK: The program

  private var name: String { options.command[0] }

  private func end(_ ending: ChildProcess.Ending) -> Int32 {
    guard ending != .exited(0), !Signals.isEnding else { return 0 }
    Report.line("\(name) \(ending.description)")
    return 1
  }

  private func stop() -> Int32 {
    kill(program.identifier, SIGTERM)
    for _ in 0..<50 {
      if program.ending(waiting: false) != nil { return 0 }
      usleep(100_000)
    }
    Report.line("\(name) does not end: it is killed")
    kill(program.identifier, SIGKILL)
    _ = program.ending(waiting: true)
    return 0
  }

  private func admit() {
    switch hosts.admit() {
    case .ready(let host):
      hasHint = true
      Report.line("\(host.program) (\(host.process)) takes builds over")
      if options.handsOverFirst { handOverProduct(because: "the first build", savedAt: nil) }
    case .release(let program):
      hasHint = true
      Report.line(
        "\(program) was compiled with optimisation and takes no builds over: build it for "
          + "debugging, or call ImageReload.start(allowedInRelease: true)")
    case .unknown(let what): Report.line("\(what) takes no builds over")
    case nil: break
    }
  }

  // MARK: Keys

  private static let keys =
    "keys: b rolls back the newest build, r builds again, q ends the program"

  /// - Returns: false to end.
  private func press(_ key: Character) -> Bool {
    switch key {
    case "b":
      for answer in hosts.ask(["rollBack", file, options.identity]) {
        tell(answer, what: "rolled back", took: "")
      }
      if hosts.hosts.isEmpty { Report.line("nobody takes builds over") }
    case "r": rebuild(because: "asked for", [:])
    case "q": return false
    default: Report.line(Self.keys)
    }
    return true
  }

  // MARK: Changes

  /// - Parameter paths: nil if nobody knows what changed.
  private func change(_ paths: Set<String>?) throws {
    guard let paths else { return rebuild(because: "much changed", [:]) }
    // As they are now: what is saved while a compiler reads them is another change.
    let found = Self.contents(of: paths).filter { contents[$0.key] != $0.value }
    let shared = found.filter { file in
      options.shared.contains { file.key == $0 || file.key.hasPrefix($0 + "/") }
    }
    for path in shared.keys.sorted() {
      Report.line(
        "\(Self.fileName(path)): it is part of the program as well: end it, and start again")
    }
    contents.merge(shared) { $1 }
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
    contents[path] != nil || plugin?.hasSource(path) != false
  }

  private func build(_ changed: Contents) throws {
    let names = changed.keys.map(Self.fileName).sorted()
    let what = names.count > 3 ? "\(names.count) files" : names.joined(separator: ", ")
    guard let plugin else { return rebuild(because: what, changed) }
    let file = try nextFile()
    switch try plugin.build(changed: Set(changed.keys), to: file) {
    case .built(let compiling, let linking):
      contents.merge(changed) { $1 }
      let parts = "compiled in \(Self.text(compiling)), linked in \(Self.text(linking))"
      handOver(file, because: what, savedAt: Self.newest(changed.keys), parts)
    case .failed(let output): fail(output, what)
    case .beyond(let reason): rebuild(because: "\(what) (\(reason))", changed)
    }
  }

  /// What SwiftPM has to build: it alone knows what follows from the change.
  private func rebuild(because what: String, _ changed: Contents) {
    let known = Self.contents(of: contents.keys).merging(changed) { $1 }
    let saved = Self.newest(changed.keys)
    guard let built = builder.build() else { return }
    guard let file = built.file else { return fail(built.log, what) }
    self.file = file
    contents = known
    handOverProduct(because: what + ", built by SwiftPM", savedAt: saved)
    plan()
  }

  private func plan() {
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

  private func fail(_ output: String, _ what: String) {
    hasFailed = true
    Report.output(output)
    Report.line("\(what): no build; the one before goes on")
  }

  private func nextFile() throws -> String {
    buildCount += 1
    let folder = "\(folder)/\(buildCount)"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    return folder + "/" + Self.fileName(file)
  }

  // MARK: What files hold

  /// By the path; nil for a file that is gone.
  private typealias Contents = [String: Data?]

  private static func contents(of paths: some Sequence<String>) -> Contents {
    Contents(uniqueKeysWithValues: paths.map { ($0, FileManager.default.contents(atPath: $0)) })
  }

  /// When the newest of some files was saved, in nanoseconds of the clock; nil where that
  /// can't be, since the files bring their times from elsewhere.
  private static func newest(_ paths: some Sequence<String>) -> Int? {
    let times = paths.compactMap { path -> Int? in
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      return status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
    }
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let present = now.tv_sec * 1_000_000_000 + now.tv_nsec
    return times.max().flatMap { (0...3_000_000_000).contains(present - $0) ? $0 : nil }
  }

  private static func fileName(_ path: String) -> String { (path as NSString).lastPathComponent }

  // MARK: Handing over

  /// What SwiftPM has built, under another name: it writes over its own.
  private func handOverProduct(because what: String, savedAt saved: Int?) {
    do {
      let copy = try nextFile()
      try FileManager.default.copyItem(atPath: file, toPath: copy)
      handOver(copy, because: what, savedAt: saved, "")
    } catch { Report.line("\(what): \(error.localizedDescription)") }
  }

  private func handOver(
    _ build: String, because what: String, savedAt saved: Int?, _ parts: String
  ) {
    hasFailed = false
    if hosts.hosts.isEmpty { Report.line("\(what): built, and nobody takes it over") }
    for answer in hosts.ask(["load", build, file, options.identity]) {
      let duration = saved.map {
        "\(Self.text(Double(answer.nanoseconds - $0) / 1e9)) from saving to running"
      }
      let took = [duration, parts.isEmpty ? nil : parts].compactMap(\.self)
      tell(answer, what: what, took: took.joined(separator: "; "))
    }
  }

  private func tell(_ answer: Hosts.Answer, what: String, took: String) {
    let who = hosts.hosts.count > 1 ? "\(answer.host.process): " : ""
    switch answer.isDone {
    case true?:
      Report.line(who + what + (took.isEmpty ? "" : ": " + took))
      for line in answer.lines { Report.line("  " + line) }
    case false?:
      Report.line("\(who)\(what): refused: \(answer.lines.joined(separator: "; "))")
    case nil: Report.line("\(answer.host.program) (\(answer.host.process)) is gone")
    }
  }

  private static func text(_ seconds: Double) -> String {
    String(format: "%.2f s", seconds)
  }
}
