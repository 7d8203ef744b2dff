// SPDX-License-Identifier: Apache-2.0

import Foundation
import CLibrary

/// A session: a running program, and the builds of a plug-in or the replacements
/// that it gets, until it or the tool ends.
final class Session {
  private let options: Options
  private let watch: SourceWatch
  private let hosts: Hosts
  private let handover: Handover
  private let plugin: ProductBuilds?
  private let replacements: ProgramBuilds?
  private let terminal: Terminal?
  private let folder: SessionFolder
  /// The running program; nil after it crashed.
  private var program: ChildProcess?
  private var start = ContinuousClock.now
  private var hasHint = false

  init(_ options: Options) throws {
    self.options = options
    // SwiftPM's build must succeed before the program is started.
    let swiftPM = SwiftPM(options)
    if !options.product.isEmpty, try !swiftPM.build(options.product, options.configuration) {
      throw Problem("\(options.product) is not built")
    }
    try Signals.watch()
    let roots = (options.modules + options.otherModules).map { ProgramModule($0).folder }
    let manifest = options.executable.isEmpty ? [] : [options.package + "/Package.swift"]
    watch = try SourceWatch(options.watched + options.shared + roots + manifest)
    folder = try SessionFolder()
    do {
      hosts = try Hosts(in: folder.path)
    } catch {
      folder.remove()
      throw error
    }
    handover = Handover(to: hosts, of: options.identity)
    plugin =
      options.product.isEmpty ? nil : ProductBuilds(options, swiftPM, handover, in: folder)
    replacements =
      options.executable.isEmpty ? nil : ProgramBuilds(options, swiftPM, handover, in: folder)
    terminal = options.ignoresTerminal ? nil : Terminal(readsKeys: !options.isInteractive)
    do {
      if let replacements, try !replacements.build() {
        throw Problem("\(options.executable) is not built")
      }
      let command = [replacements?.file ?? options.command[0]] + options.command.dropFirst()
      program = try Self.start(command, options, terminal, socket: hosts.path)
    } catch {
      Self.leave(terminal, folder)
      throw error
    }
  }

  private static func start(
    _ command: [String], _ options: Options, _ terminal: Terminal?, socket: String
  ) throws(Problem) -> ChildProcess {
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    let input = options.isInteractive ? terminal?.descriptor ?? nothing : nothing
    return try ChildProcess(
      command, descriptors: [input, STDOUT_FILENO, STDERR_FILENO],
      adding: ["GRAFT_RELOAD=\(socket)"])
  }

  private static func leave(_ terminal: Terminal?, _ folder: SessionFolder) {
    terminal?.restore()
    folder.remove()
  }

  /// Runs the session.
  ///
  /// - Returns: the exit status of this process.
  func run() throws -> Int32 {
    defer { Self.leave(terminal, folder) }
    if terminal != nil && !options.isInteractive { Report.line(Self.keys) }
    plugin?.plan()
    while true {
      if let ending = program?.ending(waiting: false), let status = end(ending) { return status }
      if Signals.isEnding { return stop() }
      let keys = options.isInteractive ? nil : terminal
      var waited = [
        Signals.descriptor, watch.descriptor, hosts.door, keys?.descriptor ?? -1,
      ].map(Self.reading)
      let others = waited.count
      waited += hosts.hosts.map { Self.reading($0.descriptor) }
      let count = poll(&waited, nfds_t(waited.count), Self.patience)
      if count == 0 { try rest() }
      guard count > 0 else { continue }
      let ready = waited.map { $0.revents != 0 }
      if ready[0] { Signals.take() }
      for host in waited.dropFirst(others) where host.revents != 0 { hosts.dismiss(host.fd) }
      if ready[2] { try admit() }
      // A key can come between the looks of `poll`, after a save that it did not see.
      if ready[1] || ready[3], let paths = try Optional(watch.take()), paths != [] {
        try change(paths)
      }
      if ready[3], let key = keys?.key(), try !press(key) { return stop() }
    }
  }

  /// The milliseconds after which nothing happens.
  private static let patience: Int32 = 200

  /// Handles a time-out: nothing has happened.
  private func rest() throws {
    try plugin?.prepare()
    guard !hasHint, ContinuousClock.now - start > .seconds(5) else { return }
    hasHint = true
    Report.line("\(name) accepts no builds so far: it has to call ImageReload.start()")
  }

  private func change(_ paths: Set<String>?) throws {
    // Only changes of the plug-in's own files rebuild it.
    try plugin?.change(paths?.filter { $0.isIn(options.watched + options.shared) })
    guard program != nil else {
      let concernsIt = paths.map { replacements?.concerns($0) ?? !$0.isEmpty } ?? true
      if concernsIt { try restart() }
      return
    }
    if let paths {
      try replacements?.change(paths)
    } else if replacements != nil {
      Report.line("much changed: b builds and starts again")
    }
  }

  private static func reading(_ descriptor: Int32) -> pollfd {
    pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  }

  // MARK: The program

  private var name: String { options.command[0] }

  /// Handles the end of the program.
  ///
  /// - Returns: the exit status of this process; nil if it goes on after a crash.
  private func end(_ ending: ChildProcess.Ending) -> Int32? {
    if ending == .exited(0) || Signals.isEnding { return 0 }
    program = nil
    guard case .killed = ending else {
      Report.line("\(name) \(ending.description)")
      return 1
    }
    Report.line("\(name) \(ending.description); the next save or b builds and starts it")
    return nil
  }

  private func stop() -> Int32 {
    endProgram()
    return 0
  }

  private func endProgram() {
    guard let program else { return }
    defer { self.program = nil }
    kill(program.identifier, SIGTERM)
    for _ in 0..<50 {
      if program.ending(waiting: false) != nil { return }
      usleep(100_000)
    }
    Report.line("\(name) does not end: it is killed")
    kill(program.identifier, SIGKILL)
    _ = program.ending(waiting: true)
  }

  /// Builds the product and the program.
  ///
  /// Starts the program again if its own code can be replaced, or if it does not run.
  private func rebuild() throws {
    try plugin?.rebuild(because: "asked for")
    if replacements != nil || program == nil { try restart() }
  }

  private func restart() throws {
    if let replacements, try !replacements.build() {
      let rest = program == nil ? "the next save or b tries again" : "it goes on as it runs"
      return Report.line("\(name) is not built; \(rest)")
    }
    endProgram()
    let command = [replacements?.file ?? options.command[0]] + options.command.dropFirst()
    program = try Self.start(command, options, terminal, socket: hosts.path)
    start = .now
    Report.line("\(name) is built, and starts again")
  }

  private func admit() throws {
    switch hosts.admit() {
    case .ready(let host):
      hasHint = true
      Report.line("\(host.program) (\(host.process)) accepts builds")
      if options.handsOverFirst { plugin?.handOverProduct(because: "the first build") }
      try replacements?.welcome(host)
    case .release(let program):
      hasHint = true
      Report.line(
        "\(program) was compiled with optimisation and accepts no builds: build it for "
          + "debugging, or call ImageReload.start(allowedInRelease: true)")
    case .unknown(let what): Report.line("\(what) accepts no builds")
    case nil: break
    }
  }

  // MARK: Keys

  private static let keys =
    "keys: r rolls the newest change back, b builds again, q ends the program"

  /// Handles a key.
  ///
  /// - Returns: false to end.
  private func press(_ key: Character) throws -> Bool {
    switch key {
    case "r":
      if let plugin { handover.rollBack(plugin.file) }
      try replacements?.rollBack()
    case "b": try rebuild()
    case "q": return false
    default: Report.line(Self.keys)
    }
    return true
  }
}
