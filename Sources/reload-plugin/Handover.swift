// SPDX-License-Identifier: Apache-2.0

import Foundation
import CLibrary

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
    if hosts.hosts.isEmpty { Report.line("\(what): built, and no program is connected") }
    for answer in hosts.ask(["load", build, product, identity]) {
      tell(answer, what: what, took: took(answer, since: saved, parts))
    }
  }

  func rollBack(_ product: String) {
    for answer in hosts.ask(["rollBack", product, identity]) {
      tell(answer, what: "rolled back", took: "")
    }
    if hosts.hosts.isEmpty { Report.line("no program is connected") }
  }

  /// Asks the program's processes to load a library of replacements.
  ///
  /// - Parameters:
  ///   - program: the program's file; only processes of it are asked.
  ///   - host: the only process to ask; nil for all.
  @discardableResult
  func replace(by library: String, in program: stat, only host: Hosts.Host? = nil) -> [Hosts.Answer]
  {
    hosts.ask(["replace", library]) { other in
      var file = stat()
      let isKnown = stat("/proc/\(other.process)/exe", &file) == 0
      return isKnown && file.st_dev == program.st_dev && file.st_ino == program.st_ino
        && (host == nil || host?.descriptor == other.descriptor)
    }
  }

  private func took(_ answer: Hosts.Answer, since saved: Int?, _ parts: String) -> String {
    let duration = saved.map {
      "\(Self.text(Double(answer.nanoseconds - $0) / 1e9)) from saving to running"
    }
    return [duration, parts.isEmpty ? nil : parts].compactMap(\.self).joined(separator: "; ")
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
