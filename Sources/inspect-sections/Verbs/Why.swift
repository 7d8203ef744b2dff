// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import GraftDescriptors

/// `why`: in which order extensions are asked, by name.
enum Why {
  static func run(_ session: inout Session) {
    let operands = session.arguments.operands
    let question = String(decoding: operands[0].bytes, as: UTF8.self)
    var descriptors: [LocatedDescriptor] = []
    let work = List.reader(session.arguments)
    session.scan(Array(operands.dropFirst()), mergesLinks: true, work: work) { session, found in
      for problem in found.problems.all { session.problem(problem) }
      descriptors += found.descriptors
    }
    var problems: [Problem] = []
    let chains = NamedChain.chains(question, of: descriptors) { problems.append($0) }
    for problem in problems { session.problem(problem) }
    if chains.isEmpty {
      session.sayNo()
      session.report.text("No extension of \(question.escapingControls) is in these files.")
      return
    }
    session.report.text("By name, without the types:")
    for chain in chains {
      for step in chain.steps { session.report.add(ChainStep(chain, step)) }
      session.countFound(chain.steps.count)
    }
  }
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
