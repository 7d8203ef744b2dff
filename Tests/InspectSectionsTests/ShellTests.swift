// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Completions and the manual page, which are made from the table of verbs and
/// options.
@Suite("Shells", .inWholeRuns(because: "it needs two shells and groff"))
struct ShellTests {
  let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    for name in ["host", "host.so", "a file"] { _ = try scratch.write([], to: name) }
  }

  private func completions(_ shell: String) throws -> String {
    let run = try InspectSections.run(["completions", shell])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
    return try scratch.write(Array(run.output.utf8), to: "completions." + shell)
  }

  /// The words of a line, of which the last is to be completed, and some of what is offered.
  static let cases: [(words: [String], offered: Set<String>, refused: Set<String>)] = [
    (["ch"], ["check"], ["list"]),
    (["check", "--f"], ["--format", "--files-from", "--fail-on"], ["--require"]),
    (["check", "--format", ""], ["table", "json", "ndjson", "sarif"], ["host"]),
    (["dump", "--format", ""], ["table", "json", "ndjson"], ["sarif"]),
    (
      ["check", "--explain", "anchor"], ["anchor-missing", "anchor-misplaced"], ["descriptor-lost"]
    ),
    (["check", "--linked", "ho"], ["host", "host.so"], ["check"]),
    (["list", "ho"], ["host", "host.so"], []),
    (["ho"], ["host", "host.so"], []),
    (["completions", ""], ["bash", "zsh", "fish"], ["host"]),
    (["dump", "--s"], ["--section"], ["--sizes"]),
  ]

  private func check(
    _ offered: some Collection<String>, _ index: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (words, expected, refused) = Self.cases[index]
    #expect(
      expected.isSubset(of: offered), "\(words): \(offered)", sourceLocation: sourceLocation)
    #expect(
      refused.isDisjoint(with: offered), "\(words): \(offered)", sourceLocation: sourceLocation)
  }

  @Test("bash completes verbs, options, values and files", arguments: cases.indices)
  func bash(index: Int) throws {
    let script = """
      source "$1"; shift
      complete -p inspect-sections >&2
      COMP_WORDS=(inspect-sections "$@"); COMP_CWORD=$#
      _inspect_sections; printf '%s\\n' "${COMPREPLY[@]}"
      """
    let run = try Command.outcome(
      "bash", ["--norc", "-c", script, "-", try completions("bash")] + Self.cases[index].words,
      in: scratch.path)
    #expect(run.status == 0 && run.errors.contains("-F _inspect_sections"), "\(run)")
    check(run.output.split(separator: "\n").map(String.init), index)
  }

  @Test("fish completes verbs, options, values and files", arguments: cases.indices)
  func fish(index: Int) throws {
    let line = (["inspect-sections"] + Self.cases[index].words).joined(separator: " ")
    let run = try Command.outcome(
      "fish",
      ["--no-config", "-c", "source $argv[1]; complete -C $argv[2]"]
        + [try completions("fish"), line], in: scratch.path,
      environment: ["HOME": scratch.path])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
    check(
      run.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }, index)
  }

  /// Runs zsh at a terminal, since it completes nowhere else, and lists its
  /// offers.
  @Test("zsh completes verbs, options, values and files", arguments: cases.indices)
  func zsh(index: Int) throws {
    let line = (["inspect-sections"] + Self.cases[index].words).joined(separator: " ")
    let script = #"""
      zmodload zsh/zpty
      zpty -b shell zsh -f -i
      zpty -w shell "PROMPT='>'; unset zle_bracketed_paste; stty cols 200 -echo; cd '$2'"
      zpty -w shell "autoload -U compinit; compinit -u -D; source '$1'; LISTMAX=10000"
      zpty -w shell "zstyle ':completion:*' list-prompt ''; print READ''Y"
      typeset -F SECONDS=0
      while ((SECONDS < 20)) && ! [[ $text == *READY* ]]; do
        if zpty -rt shell part; then text+=$part; else sleep 0.02; fi
      done
      sleep 0.2
      while zpty -rt shell part; do :; done
      text=
      # The keys: the line, and what lists all that fits.
      zpty -n -w shell "$3"$'\C-d'
      SECONDS=0
      # The cursor goes up again when all is listed.
      while ((SECONDS < 20)) && ! [[ $text == *$'\e['[0-9]#A* ]]; do
        if zpty -rt shell part; then text+=$part; else sleep 0.02; fi
      done
      print -r -- $text
      """#
    let run = try Command.outcome(
      "zsh",
      [
        "-f", "-o", "extendedglob", "-c", script, "-", try completions("zsh"), scratch.path, line,
      ], in: scratch.path)
    // The offers are between the line and the cursor's way up. Remove what a
    // terminal obeys; a carriage return and a newline are one character.
    let output = String(String.UnicodeScalarView(run.output.unicodeScalars.filter { $0 != "\r" }))
    let list = try #require(output.firstMatch(of: #/(?s)\n(.*)\e\[\d*A/#)?.1, "\(run)")
    let words = list.replacing(#/\e\[[0-9;?]*[A-Za-z]/#, with: " ").unicodeScalars
      .split { $0.value <= 0x20 }.map { String($0) }
    check(words, index)
  }

  @Test("completions name every verb and every option", arguments: ["bash", "zsh", "fish"])
  func whole(shell: String) throws {
    let text = try InspectSections.run(["completions", shell]).output
    for verb in ["list", "dump", "check", "diff", "why", "schema", "completions", "manual"] {
      let help = try InspectSections.run([verb, "--help"]).output
      let options = help.matches(of: #/--([a-z][a-z-]+)/#).map { String($0.1) }
      #expect(options.contains("help") && text.contains(verb))
      for option in options { #expect(text.contains(option), "\(option)") }
    }
  }

  @Test("wrong shells are wrong usage")
  func misuse() throws {
    for words in [["completions"], ["completions", "tcsh"], ["completions", "bash", "zsh"]] {
      let run = try InspectSections.run(words)
      #expect(
        run.status == 64 && run.errors.contains("takes a shell: bash, zsh and fish"), "\(run)")
    }
    #expect(try InspectSections.run(["manual", "list"]).status == 64)
  }

  @Test("the manual page has all of it, and man has no complaint")
  func manual() throws {
    let page = try InspectSections.run(["manual"])
    #expect(page.status == 0)
    let path = try scratch.write(Array(page.output.utf8), to: "inspect-sections.1")
    let shown = try Command.outcome(
      "man", ["--warnings=w", "-E", "UTF-8", "-l", path],
      environment: ["MANWIDTH": "100", "LC_ALL": "C.UTF-8", "PAGER": "cat"])
    #expect(shown.status == 0 && shown.errors.isEmpty, "\(shown.errors)")
    for verb in ["dump", "check", "completions"] {
      for line in try InspectSections.run([verb, "--help"]).output.split(separator: "\n") {
        guard let option = line.firstMatch(of: #/--[a-z-]+/#) else { continue }
        #expect(shown.output.contains(option.output), "\(option.output)")
      }
    }
    for heading in ["NAME", "SYNOPSIS", "VERBS", "RULES", "EXIT STATUS", "ENVIRONMENT"] {
      #expect(shown.output.contains("\n\(heading)\n"), "\(heading)")
    }
    #expect(shown.output.contains("completions bash > ~/.local/share"), "\(shown.output)")
    #expect(shown.output.contains("--protocol 'Gree*'"))
  }

  @Test("the version is that of the libelf that does the reading, too")
  func version() throws {
    let run = try InspectSections.run(["--version"])
    let library = try Command.run("ldd", [InspectSections.path]).split(separator: " ")
      .first { $0.hasSuffix("libelf.so.1") && $0.hasPrefix("/") }
    let file = try Command.run("realpath", [String(try #require(library))])
    let version = try #require(file.firstMatch(of: #/libelf-(.*)\.so/#)?.1)
    #expect(run.status == 0)
    #expect(run.output.hasSuffix(", with libelf \(version)\n"), "\(run)")
  }

  @Test("names keep their ends at a terminal of 80 columns")
  func narrow() throws {
    let fixture = try Fixture()
    let names = ["Domestic", "Foreign", "Returned"].map {
      "AVeryLongModuleName.ExtensionsWithTheSameBeginningFor\($0)Parcels"
    }
    let objects = try names.map { name in
      try fixture.object("holidays.c", as: name + ".o", ["-DWANTED_NAME=\"\(name)\""])
    }
    let words = ["stty", "cols", "80;", InspectSections.path] + objects
    let run = try Command.outcome(
      "script", ["-qec", words.joined(separator: " "), "/dev/null"],
      environment: ["TERM": "dumb"])
    #expect(run.status == 0, "\(run)")
    for name in names {
      #expect(run.output.contains(name.split(separator: ".")[1]), "\(run.output)")
    }
    let lines = run.output.split(whereSeparator: \.isNewline)
    #expect(lines.allSatisfy { $0.count <= 80 } && lines.count > 6, "\(run.output)")
  }

  @Test("a terminal that is dumb gets no escapes", arguments: [("xterm", true), ("dumb", false)])
  func terminal(name: String, hasColor: Bool) throws {
    let run = try Command.outcome(
      "script", ["-qec", "'\(InspectSections.path)' dump /bin/ls", "/dev/null"],
      environment: ["TERM": name, "NO_COLOR": ""])
    #expect(run.status == 0 && run.output.contains(".text"), "\(run)")
    #expect(run.output.contains("\u{1b}") == hasColor)
  }
}
