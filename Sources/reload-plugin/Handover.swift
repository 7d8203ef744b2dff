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
  ///   - titles: the declarations that the library replaces.
  /// - Returns: whether a process now uses the library.
  func replace(
    by library: String, in program: stat, because what: String, savedAt saved: Int?,
    _ parts: String, _ titles: [String]
  ) -> Bool {
    let answers = hosts.ask(["replace", library]) { host in
      var file = stat()
      let isKnown = stat("/proc/\(host.process)/exe", &file) == 0
      let isMeant = isKnown && file.st_dev == program.st_dev && file.st_ino == program.st_ino
      if !isMeant { Report.line("\(host.program) (\(host.process)) is another program") }
      return isMeant
    }
    if answers.isEmpty { Report.line("\(what): compiled, and no program is connected") }
    for answer in answers {
      tell(
        answer, what: what, took: took(answer, since: saved, parts),
        advice: ": b builds and starts again")
      if answer.isDone == true {
        for title in titles { Report.line("  \(title)") }
      }
    }
    return answers.contains { $0.isDone == true }
  }

  private func took(_ answer: Hosts.Answer, since saved: Int?, _ parts: String) -> String {
    let duration = saved.map {
      "\(Self.text(Double(answer.nanoseconds - $0) / 1e9)) from saving to running"
    }
    return [duration, parts.isEmpty ? nil : parts].compactMap(\.self).joined(separator: "; ")
  }

  private func tell(
    _ answer: Hosts.Answer, what: String, took: String, advice: String = ""
  ) {
    let who = hosts.hosts.count > 1 ? "\(answer.host.process): " : ""
    switch answer.isDone {
    case true?:
      Report.line(who + what + (took.isEmpty ? "" : ": " + took))
      for line in answer.lines { Report.line("  " + line) }
    case false?:
      Report.line("\(who)\(what): refused: \(answer.lines.joined(separator: "; "))\(advice)")
    case nil: Report.line("\(answer.host.program) (\(answer.host.process)) is gone")
    }
  }

  static func text(_ seconds: Double) -> String { String(format: "%.2f s", seconds) }
}
