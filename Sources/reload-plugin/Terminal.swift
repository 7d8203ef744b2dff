// SPDX-License-Identifier: Apache-2.0

import CLibrary

/// The controlling terminal, read key by key.
final class Terminal {
  let descriptor: Int32
  private var before = termios()
  private let readsKeys: Bool

  /// Opens the terminal.
  ///
  /// - Parameter readsKeys: false if the program reads the keys.
  /// - Returns: nil if there is no terminal.
  init?(readsKeys: Bool) {
    descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard descriptor >= 0, tcgetattr(descriptor, &before) == 0 else { return nil }
    self.readsKeys = readsKeys
    // A process in the background must not be stopped as it restores the settings.
    signal(SIGTTOU, SIG_IGN)
    guard readsKeys else { return }
    var now = before
    now.c_lflag &= ~tcflag_t(ICANON | ECHO)
    // Disable suspending: no shell would continue this group.
    withUnsafeMutableBytes(of: &now.c_cc) { $0[Int(VSUSP)] = 0 }
    tcsetattr(descriptor, TCSANOW, &now)
  }

  /// Reads a key.
  ///
  /// - Returns: nil when the terminal is gone.
  func key() -> Character? {
    var byte: UInt8 = 0
    return read(descriptor, &byte, 1) == 1 ? Character(Unicode.Scalar(byte)) : nil
  }

  /// Restores the terminal's settings.
  func restore() {
    if readsKeys { tcsetattr(descriptor, TCSANOW, &before) }
  }
}
