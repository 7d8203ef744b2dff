// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import CLibrary

/// The command: parses its arguments, runs a verb, and exits.
enum Command {
  static func run(_ words: [Path]) -> Int32 {
    let arguments: Arguments
    do throws(UsageError) {
      arguments = try Arguments(words)
    } catch {
      return refuse(words, error)
    }
    if arguments.wantsHelp { return print(Help.text(arguments)) }
    if arguments.wantsVersion {
      return print("inspect-sections \(CommandVersion.text), with libelf \(LibelfVersion.text)\n")
    }
    switch arguments.verb {
    case .schema: return print(Schema.text)
    case .manual: return print(Manual.text)
    case .completions: return print(arguments.shell?.completions ?? "")
    case .list, .dump, .check, .diff, .why, .resolve, .fit: return inspect(arguments)
    }
  }

  private static func inspect(_ arguments: Arguments) -> Int32 {
    guard let output = OutputFile(arguments.output) else {
      let reason = strerror(errno).map { String(cString: $0) } ?? ""
      Terminal.complain(
        "inspect-sections: \(arguments.output?.display ?? ""): error: can't write: \(reason)")
      return ExitCode.badInput
    }
    var session = Session(arguments, output)
    if session.readMappings() { perform(&session) }
    return session.finish()
  }

  private static func perform(_ session: inout Session) {
    switch session.arguments.verb {
    case .list: List.run(&session)
    case .dump: Dump.run(&session)
    case .check: Check.run(&session)
    case .diff: Diff.run(&session)
    case .why: Why.run(&session)
    case .resolve: Resolve.run(&session)
    case .fit: Fit.run(&session)
    case .schema, .manual, .completions: break
    }
  }

  private static func print(_ text: String) -> Int32 {
    guard var output = OutputFile(nil) else { return ExitCode.badInput }
    output.write(text.utf8)
    if output.finish() { return ExitCode.done }
    Terminal.complain("inspect-sections: standard output: error: can't write: \(output.reason)")
    return ExitCode.badInput
  }

  /// Reports wrong usage, in the requested format if that is for programs.
  private static func refuse(_ words: [Path], _ error: UsageError) -> Int32 {
    let message = error.text.escapingControls
    Terminal.complain(
      "inspect-sections: error: \(message)\nTry inspect-sections --help.")
    let text = words.compactMap(\.utf8)
    let format =
      text.last { $0.hasPrefix("--format=") }?.dropFirst("--format=".count)
      ?? zip(text, text.dropFirst()).reversed().first { $0.0 == "--format" }?.1[...]
    let command = text.first.flatMap(Verb.init) ?? .list
    let report = UsageReport(command: command.rawValue, message).text(format)
    if !report.isEmpty { _ = print(report) }
    return ExitCode.usage
  }
}
