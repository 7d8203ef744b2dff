// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Hands builds to the connected processes, and reports their answers.
final class Handover {
  let hosts: Hosts
  private let identity: String

  /// Creates a handover.
  ///
  /// - Parameter identity: the image identity by which hosts recognise builds
  ///   of the plug-in.
  init(to hosts: Hosts, of identity: String) {
    (self.hosts, self.identity) = (hosts, identity)
  }

  /// Hands over a build.
  ///
  /// - Parameters:
  ///   - product: the product's file.
  ///   - what: the reason for the build.
  ///   - saved: the time when its newest source was saved.
  ///   - parts: the durations of the build's parts.
  func load(
    _ build: String, of product: String, because what: String, savedAt saved: Int?,
    _ parts: String = ""
  ) {
    if hosts.hosts.isEmpty { Report.line("\(what): built, and nobody takes it over") }
    for answer in hosts.ask(["load", build, product, identity]) {
      let duration = saved.map {
        "\(Self.text(Double(answer.nanoseconds - $0) / 1e9)) from saving to running"
      }
      let took = [duration, parts.isEmpty ? nil : parts].compactMap(\.self)
      tell(answer, what: what, took: took.joined(separator: "; "))
    }
  }

  func rollBack(_ product: String) {
    for answer in hosts.ask(["rollBack", product, identity]) {
      tell(answer, what: "rolled back", took: "")
    }
    if hosts.hosts.isEmpty { Report.line("nobody takes builds over") }
  }

  private func tell(_ answer: Hosts.Answer, what: String, took: String) {
    let who = hosts.hosts.count > 1 ? "\(answer.host.process): " : ""
    switch answer.isDone {
    case true?:
      Report.line(who + what + (took.isEmpty ? "" : ": " + took))
      for line in answer.lines { Report.line("  " + line) }
    case false?:
      Report.line("\(who)\(what): refused: \(answer.lines.joined(separator: "; "))")
    case nil: Report.line("\(answer.host.program) (\(answer.host.process)) is gone")
    }
  }

  static func text(_ seconds: Double) -> String { String(format: "%.2f s", seconds) }
}
