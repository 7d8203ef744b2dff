// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import GraftDescriptors

/// `why`: shows the order of extensions, by the types in the files or by name.
enum Why {
  static func run(_ session: inout Session) {
    let operands = session.arguments.operands
    let question = String(decoding: operands[0].bytes, as: UTF8.self)
    var found = FoundProgram()
    guard found.scan(Array(operands.dropFirst()), &session) else { return }
    var problems: [Problem] = []
    // `resolve` reports types that can't be read; names suffice here.
    let files = ResolvedFiles(found.entries, found.descriptors) { _ in }
    let orders = files.orders(question) { problems.append($0) }
    for problem in problems { session.problem(problem) }
    guard !orders.isEmpty else {
      guard problems.isEmpty else { return }
      session.sayNo()
      let hint = files.nearest(to: question).map { ": did you mean \($0)?" } ?? "."
      session.report.text("No extension of \(question) is in these files\(hint)".escapingControls)
      return
    }
    show(orders.filter(\.usesTypes), "By the types in these files:", &session)
    show(orders.filter { !$0.usesTypes }, "By name, without the types:", &session)
  }

  private static func show(_ orders: [ExtensionOrder], _ title: String, _ session: inout Session) {
    if !orders.isEmpty { session.report.text(title) }
    for order in orders {
      let steps = order.steps.filter { session.selection.selects($0.descriptor.descriptor) }
      if steps.isEmpty { continue }
      if session.report.drawsChains {
        session.report.add(DrawnOrder(order: order))
      } else {
        for step in steps { session.report.add(OrderStep(order, step)) }
      }
      session.countFound(steps.count)
    }
  }
}

/// A whole order, for graphs.
private struct DrawnOrder: Reportable, Encodable {
  let order: ExtensionOrder

  func draw(_ graph: inout DotGraph) { graph.add(order) }
  func encode(to encoder: any Encoder) throws {}
}

extension OrderStep: Reportable {
  static var headings: [String] {
    ["requirement", "", "extension", "where", "rule", "source", "file"]
  }

  static var shortenings: [Int: Table.Shortening] {
    [0: .requirement, 2: .name, 5: .source]
  }

  var cells: [String] {
    let descriptor = step.descriptor
    return [
      "\(order.protocolName).\(order.requirement)", String(step.position),
      descriptor.descriptor.extensionName, descriptor.constraintText, step.reason.name,
      descriptor.descriptor.source, descriptor.origin.shortDisplay,
    ]
  }
}
