// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The terminal that the command was typed at: its keys come one by one.
final class Terminal {
  let descriptor: Int32
  private var before = termios()
  private let group: pid_t
  private let readsKeys: Bool

  /// - Parameter readsKeys: false where the program has them.
  /// - Returns: nil where there is no terminal.
  init?(readsKeys: Bool) {
    descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard descriptor >= 0, tcgetattr(descriptor, &before) == 0 else { return nil }
    self.readsKeys = readsKeys
    group = tcgetpgrp(descriptor)
    // SwiftPM starts plug-ins in a group of their own, behind its own one: without this
    // the first key would stop the process.
    signal(SIGTTOU, SIG_IGN)
    tcsetpgrp(descriptor, getpgrp())
    guard readsKeys else { return }
    var now = before
    now.c_lflag &= ~tcflag_t(ICANON | ECHO)
    // Nobody would go on with a group that is behind another one.
    withUnsafeMutableBytes(of: &now.c_cc) { $0[Int(VSUSP)] = 0 }
    tcsetattr(descriptor, TCSANOW, &now)
  }

  /// - Returns: nil when the terminal is gone.
  func key() -> Character? {
    var byte: UInt8 = 0
    return read(descriptor, &byte, 1) == 1 ? Character(Unicode.Scalar(byte)) : nil
  }

  /// Leaves it as it was found.
  func restore() {
    if readsKeys { tcsetattr(descriptor, TCSANOW, &before) }
    if group > 0 { tcsetpgrp(descriptor, group) }
  }
}
