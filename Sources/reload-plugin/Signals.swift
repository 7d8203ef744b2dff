// SPDX-License-Identifier: Apache-2.0

import CLibrary

/// Turns signals into bytes on a pipe, for `poll`.
enum Signals {
  nonisolated(unsafe) private static var ends: (read: Int32, write: Int32) = (-1, -1)
  /// Whether a signal asked the process to end.
  nonisolated(unsafe) private(set) static var isEnding = false

  static var descriptor: Int32 { ends.read }

  static func watch() throws(Problem) {
    ends = try ChildProcess.pipe()
    for end in [ends.read, ends.write] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    for number in [SIGINT, SIGTERM, SIGHUP, SIGCHLD] {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { Signals.note($0) }
      sigaction(number, &action, nil)
    }
    signal(SIGPIPE, SIG_IGN)
    // The thread that started this process blocks all signals.
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
  }

  private static func note(_ number: Int32) {
    let before = errno
    if number != SIGCHLD { isEnding = true }
    var byte: UInt8 = 1
    _ = write(ends.write, &byte, 1)
    errno = before
  }

  static func take() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(ends.read, &bytes, bytes.count) > 0 {}
  }
}
