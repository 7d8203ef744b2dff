// SPDX-License-Identifier: Apache-2.0

/// How far a scan is, on a terminal, once it takes longer than a second.
struct Progress {
  private var count = 0
  private let isWanted: Bool
  private let begin: UInt64
  private var last: UInt64
  private var isShown = false

  private static let second: UInt64 = 1_000_000_000

  /// - Parameter arguments: nil if nothing is scanned yet.
  init(_ arguments: Arguments?) {
    // Results that come one by one to the same terminal show it too.
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
    Terminal.show("\r\(count) files")
  }

  /// Before anything else is printed.
  mutating func erase() {
    guard isShown else { return }
    isShown = false
    Terminal.show("\r\u{1b}[K")
  }
}
