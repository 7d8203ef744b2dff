// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import CLibrary
import GraftDescriptors

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
    case .list: return inspect(arguments, List.run)
    case .dump: return inspect(arguments, Dump.run)
    case .check: return inspect(arguments, Check.run)
    case .diff: return inspect(arguments, Diff.run)
    case .why: return inspect(arguments, Why.run)
    case .resolve: return inspect(arguments, Resolve.run)
    case .fit: return inspect(arguments, Fit.run)
    case .schema: return print(Schema.text)
    case .manual: return print(Manual.text)
    case .completions: return print(completions(arguments.operands))
    }
  }

  private static func inspect(_ arguments: Arguments, _ verb: (inout Session) -> Void) -> Int32 {
    guard let output = OutputFile(arguments.output) else {
      let reason = strerror(errno).map { String(cString: $0) } ?? ""
      Terminal.complain(
        "inspect-sections: \(arguments.output?.display ?? ""): error: can't write: \(reason)")
      return ExitCode.badInput
    }
    var session = Session(arguments, output)
    // A rule means the same for every file.
    if arguments.explainedRule != nil || session.readMappings() { verb(&session) }
    return session.finish()
  }

  /// The completions for the shell that the operand names.
  private static func completions(_ operands: [Path]) -> String {
    switch operands.first?.utf8.flatMap(Shell.init) {
    case .bash: BashCompletions.text
    case .zsh: ZshCompletions.text
    case .fish: FishCompletions.text
    case nil: ""
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
    Terminal.complain(
      "inspect-sections: error: \(error.text.escapingControls)\nTry inspect-sections --help.")
    let arguments = Arguments(refused: words)
    guard arguments.format.isForPrograms, let output = OutputFile(nil) else {
      return ExitCode.usage
    }
    var report = Report(output, arguments)
    report.record(Problem(.nowhere, InspectionError(.usage, error.text)))
    _ = report.finish(exit: ExitCode.usage)
    return ExitCode.usage
  }
}
