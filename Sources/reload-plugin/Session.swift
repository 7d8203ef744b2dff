// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A session: the running program and the builds handed to it, until either
/// ends.
final class Session {
  private let options: Options
  private let builder = Builder()
  private let watch: SourceWatch
  private let hosts: Hosts
  private let handover: Handover
  private let builds: ProductBuilds
  private let terminal: Terminal?
  private let folder: SessionFolder
  private let program: ChildProcess
  private let start = ContinuousClock.now
  private var hasHint = false

  init(_ options: Options) throws(Problem) {
    self.options = options
    // SwiftPM must build before anything is started.
    guard let built = builder.build() else { throw Problem("SwiftPM is gone") }
    guard let file = built.file else { throw Problem(built.log) }
    try Signals.watch()
    watch = try SourceWatch(options.watched + options.shared)
    folder = try SessionFolder()
    do {
      hosts = try Hosts(in: folder.path)
    } catch {
      folder.remove()
      throw error
    }
    handover = Handover(to: hosts, of: options.identity)
    builds = ProductBuilds(of: file, options, builder, handover, in: folder)
    terminal = options.ignoresTerminal ? nil : Terminal(readsKeys: !options.isInteractive)
    do {
      program = try Self.start(options, terminal, socket: hosts.path)
    } catch {
      Self.leave(terminal, folder)
      throw error
    }
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
    builds.plan()
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
      if ready[1] { try builds.change(try watch.take()) }
      if ready[4], let key = keys?.key(), !press(key) { return stop() }
    }
  }

  /// The milliseconds until it notices that SwiftPM is gone.
  private static let patience: Int32 = 200

  /// Handles a time-out: nothing has happened.
  private func rest() throws {
    try builds.prepare()
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
      if options.handsOverFirst { builds.handOverProduct(because: "the first build") }
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

  /// Handles a key.
  ///
  /// - Returns: false to end.
  private func press(_ key: Character) -> Bool {
    switch key {
    case "b": handover.rollBack(builds.file)
    case "r": builds.rebuild(because: "asked for")
    case "q": return false
    default: Report.line(Self.keys)
    }
    return true
  }
}
