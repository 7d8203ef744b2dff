// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// SwiftPM, which the plug-in that started this process asks to build: a line each way, on
/// standard output and input.
final class Builder {
  struct Outcome: Decodable {
    /// The product's file; nil if it was not built.
    let file: String?
    let log: String
  }

  /// For `poll`: the plug-in is gone.
  let descriptor = STDIN_FILENO
  private var pending: [UInt8] = []

  /// - Returns: nil if the plug-in is gone.
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

  /// - Returns: false at the end.
  private func fill() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var count: Int
    repeat { count = read(descriptor, &buffer, buffer.count) } while count < 0 && errno == EINTR
    guard count > 0 else { return false }
    pending += buffer[..<count]
    return true
  }

  /// Takes what nobody asked for, which can be the end alone.
  var isGone: Bool { !fill() }
}
