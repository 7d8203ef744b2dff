// SPDX-License-Identifier: Apache-2.0

import Foundation
import CLibrary

/// Asks SwiftPM for builds.
///
/// The plug-in that started this process answers: one line each way, on standard
/// output and input.
final class Builder {
  struct Outcome: Decodable {
    /// The product's file; nil if it was not built.
    let file: String?
    let log: String
  }

  /// The descriptor to poll: it becomes readable when the plug-in is gone.
  let descriptor = STDIN_FILENO
  private var pending: [UInt8] = []

  /// Asks for a build and waits for it.
  ///
  /// - Returns: the outcome; nil if the plug-in is gone.
  func build() -> Outcome? {
    let request = Array("build\n".utf8)
    guard write(STDOUT_FILENO, request, request.count) == request.count else { return nil }
    while true {
      if let end = pending.firstIndex(of: 0x0a) {
        let line = Data(pending[..<end])
        pending.removeSubrange(...end)
        return try? JSONDecoder().decode(Outcome.self, from: line)
      }
      guard fill() else { return nil }
    }
  }

  /// Reads more input.
  ///
  /// - Returns: false at the end.
  private func fill() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var count: Int
    repeat { count = read(descriptor, &buffer, buffer.count) } while count < 0 && errno == EINTR
    guard count > 0 else { return false }
    pending += buffer[..<count]
    return true
  }

  /// Whether the plug-in is gone.
  ///
  /// It sends nothing without a request, so input means the end.
  var isGone: Bool { !fill() }
}
