// SPDX-License-Identifier: Apache-2.0

import GraftDescriptors

/// The progress of a scan, shown on a terminal after a second.
struct Progress {
  private var count = 0
  private let isWanted: Bool
  private let begin: UInt64
  private var last: UInt64
  private var isShown = false

  private static let second: UInt64 = 1_000_000_000

  /// Creates a progress display.
  ///
  /// - Parameter arguments: the arguments; nil if nothing is scanned yet.
  init(_ arguments: Arguments?) {
    // Results that are printed one by one to the same terminal show progress.
    let isInTheWay = arguments.map { $0.format.type.isStream && $0.output == nil } ?? true
    isWanted =
      arguments != nil && Terminal.showsProgress && !(isInTheWay && Terminal.columns != nil)
    begin = isWanted ? Terminal.now : 0
    last = begin
  }

  mutating func showOneMore() {
    guard isWanted else { return }
    count += 1
    let now = Terminal.now
    guard now - begin > Self.second, now - last > Self.second / 10 else { return }
    last = now
    isShown = true
    Terminal.show("\r\(count.counted("file"))")
  }

  /// Erases the display; call it before printing anything else.
  mutating func erase() {
    guard isShown else { return }
    isShown = false
    Terminal.show("\r\u{1b}[K")
  }
}
