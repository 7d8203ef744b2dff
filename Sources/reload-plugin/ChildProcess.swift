// SPDX-License-Identifier: Apache-2.0

import CLibrary

/// A child process in this process's group, so that the terminal's interrupt
/// keys reach both.
struct ChildProcess {
  let identifier: pid_t

  /// Starts a process.
  ///
  /// - Parameters:
  ///   - command: the program and its arguments; a program without a slash is
  ///     searched for in `PATH`.
  ///   - descriptors: the child's descriptors 0, 1 and 2; it gets no others.
  ///   - variables: environment variables to add.
  init(
    _ command: [String], descriptors: [Int32], adding variables: [String] = []
  ) throws(Problem) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Reset the signals that this process ignores or handles.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGTTOU] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
    let names = Set(variables.map { $0.prefix { $0 != "=" } })
    var inherited: [String] = []
    var next = environ
    while let variable = next.pointee {
      let text = String(cString: variable)
      if !names.contains(text.prefix { $0 != "=" }) { inherited.append(text) }
      next += 1
    }
    var words = command.map { strdup($0) } + [nil]
    var environment = (inherited + variables).map { strdup($0) } + [nil]
    defer { for word in words + environment { free(word) } }
    var identifier: pid_t = 0
    let code = posix_spawnp(
      &identifier, command[0], &actions, &attributes, &words, &environment)
    guard code == 0 else {
      throw Problem("\(command[0]) can't be started: \(String(cString: strerror(code)))")
    }
    self.identifier = identifier
  }

  enum Ending: Equatable {
    case exited(Int32)
    case killed(Int32)

    var description: String {
      switch self {
      case .exited(let status): "exited with \(status)"
      case .killed(let signal):
        "was ended by signal \(signal), \(String(cString: strsignal(signal)))"
      }
    }
  }

  /// Waits for the end of the process, or polls.
  ///
  /// - Returns: the exit status or the signal; nil while it runs.
  func ending(waiting: Bool) -> Ending? {
    var status: Int32 = 0
    var result: pid_t
    repeat {
      result = waitpid(identifier, &status, waiting ? 0 : WNOHANG)
    } while result < 0 && errno == EINTR
    guard result == identifier else { return nil }
    let signal = status & 0x7f
    return signal == 0 ? .exited((status >> 8) & 0xff) : .killed(signal)
  }

  /// Creates a pipe that child processes don't inherit.
  static func pipe() throws(Problem) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else {
      throw Problem("no pipe: \(String(cString: strerror(errno)))")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Runs a command until it exits.
  ///
  /// - Returns: whether it succeeded, and its output on both streams.
  static func run(_ command: [String], in folder: String) throws(Problem) -> (Bool, String) {
    let ends = try pipe()
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(nothing) }
    let child: ChildProcess
    do {
      defer { close(ends.write) }
      child = try ChildProcess(
        ["env", "-C", folder] + command, descriptors: [nothing, ends.write, ends.write])
    } catch {
      close(ends.read)
      throw error
    }
    defer { close(ends.read) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(ends.read, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { break }
      bytes += buffer[..<count]
    }
    return (child.ending(waiting: true) == .exited(0), String(decoding: bytes, as: UTF8.self))
  }
}
