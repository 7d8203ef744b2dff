// SPDX-License-Identifier: Apache-2.0

import ExtensionSyntax
import Foundation
import SwiftDiagnostics
import SwiftSyntax

/// Writes the C file with the records of a module's extensions, or checks it.
struct EmitShim {
  static let usage = """
    usage: emit-shim --module NAME --output FILE [--check] SOURCE…

    Writes to FILE the GRAFT_EXTENSION lines of the extensions in the Swift sources that are
    marked with @Extension(shim: "accessor").

      --module NAME   the module that the sources belong to
      --output FILE   the C file to write
      --check         write nothing; exit 1 if FILE is not what would be written
    """

  private var module = ""
  private var output = ""
  private var isCheck = false
  private var sources: [String] = []

  init(_ arguments: [String]) throws(EmitFailure) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help":
        print(Self.usage)
        exit(0)
      case "--check": isCheck = true
      case "--module": module = try Self.value(of: argument, in: &rest)
      case "--output": output = try Self.value(of: argument, in: &rest)
      case _ where argument.hasPrefix("-"): throw .usage("unknown option \(argument)")
      default: sources.append(argument)
      }
    }
    if module.isEmpty { throw .usage("--module is missing") }
    if output.isEmpty { throw .usage("--output is missing") }
    if sources.isEmpty { throw .usage("no source is given") }
  }

  private static func value(
    of option: String, in rest: inout ArraySlice<String>
  ) throws(EmitFailure) -> String {
    guard let value = rest.popFirst() else { throw .usage("\(option) takes a value") }
    return value
  }

  func run() throws(EmitFailure) {
    var entries: [ShimEmission.Entry] = []
    for path in sources.sorted() { entries += try self.entries(in: path) }
    let emission = ShimEmission(module: module, entries: entries)
    for name in emission.tooLong {
      throw .input(
        "\(name) has a list of more than \(ShimEmission.longestList) strings, which the macros of "
          + "C can't count: write its record in Swift, with @Extension and without shim")
    }
    let current = try? String(contentsOfFile: output, encoding: .utf8)
    if current == emission.source { return }
    if isCheck { throw .outdated("\(output) is not what its sources say: run emit-shim") }
    do {
      try emission.source.write(toFile: output, atomically: true, encoding: .utf8)
    } catch { throw .input("\(output) can't be written: \(error.localizedDescription)") }
  }

  private func entries(in path: String) throws(EmitFailure) -> [ShimEmission.Entry] {
    guard let source = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw .input("\(path) can't be read as UTF-8 text")
    }
    let fileName = URL(filePath: path).lastPathComponent
    do {
      return try ExtensionFile(source: source, fileName: fileName, module: module).entries
    } catch {
      let lines = SourceLocationConverter(fileName: path, tree: error.node.root)
      let place = lines.location(for: error.node.positionAfterSkippingLeadingTrivia)
      throw .input("\(path):\(place.line):\(place.column): \(error.diagnostic.message)")
    }
  }
}

enum EmitFailure: Error, CustomStringConvertible {
  /// The file that `--check` read is outdated.
  case outdated(String)
  case input(String)
  case usage(String)

  var status: Int32 {
    switch self {
    case .outdated: 1
    case .input: 2
    case .usage: 64
    }
  }

  var description: String {
    switch self {
    case .outdated(let text), .input(let text): text
    case .usage(let text): "\(text)\n\(EmitShim.usage)"
    }
  }
}
