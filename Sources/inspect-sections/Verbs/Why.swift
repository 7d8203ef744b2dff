// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import GraftDescriptors

/// `why`: in which order extensions are asked, by the types in the files or by name.
enum Why {
  static func run(_ session: inout Session) {
    let operands = session.arguments.operands
    let question = String(decoding: operands[0].bytes, as: UTF8.self)
    var found = FoundProgram()
    found.scan(Array(operands.dropFirst()), &session)
    var problems: [Problem] = []
    let chains = NamedChain.chains(question, of: found.descriptors) { problems.append($0) }
    for problem in problems { session.problem(problem) }
    if chains.isEmpty {
      session.sayNo()
      session.report.text("No extension of \(question.escapingControls) is in these files.")
      return
    }
    // What can't be read of the types is said by `resolve`: names are there all the same.
    let files = ResolvedFiles(found.entries, found.descriptors) { _ in }
    let typed = chains.map { files.typed($0) }
    show(zip(chains, typed).lazy.compactMap(\.1), "By the types in these files:", &session)
    show(
      zip(chains, typed).lazy.compactMap { $1 == nil ? $0 : nil }, "By name, without the types:",
      &session)
  }

  private static func show(
    _ chains: some Sequence<NamedChain>, _ title: String, _ session: inout Session
  ) {
    var isFirst = true
    for chain in chains {
      if isFirst { session.report.text(title) }
      isFirst = false
      if session.report.drawsChains {
        session.report.add(DrawnChain(chain: chain))
      } else {
        for step in chain.steps { session.report.add(ChainStep(chain, step)) }
      }
      session.countFound(chain.steps.count)
    }
  }
}

/// A chain for a graph, where its steps are not drawn one by one.
private struct DrawnChain: Reportable, Encodable {
  let chain: NamedChain

  static var headings: [String] { [] }

  func draw(_ graph: inout DotGraph) { graph.add(chain) }
  func encode(to encoder: any Encoder) throws {}
}

extension ChainStep: Reportable {
  static var headings: [String] {
    ["requirement", "", "extension", "where", "rule", "source", "file"]
  }

  var cells: [String] {
    let descriptor = step.descriptor
    return [
      "\(chain.protocolName).\(chain.requirement)", String(step.position),
      descriptor.descriptor.extensionName, descriptor.constraintText, step.standing.name,
      descriptor.descriptor.source, descriptor.origin.shortDisplay,
    ]
  }
}
