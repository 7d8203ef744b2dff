// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import GraftDescriptors

/// `check --linked`: proves that a product holds every descriptor of its
/// inputs, and applies the rules to it.
struct Linked {
  private let proof: LinkProof
  private let name: String
  private var inputCount = 0
  private var manifestCount = 0
  private var lostCount = 0
  private var unreadCount = 0

  static func run(_ product: Path, _ session: inout Session) {
    guard let proof = proof(product, &session) else { return }
    var linked = Linked(proof: proof, name: ScanEntry(operand: product).path.display)
    let selection = session.selection
    session.scan(
      session.arguments.operands, merging: .paths, work: { FoundInputs($0) }
    ) { session, found in
      linked.take(found, selection, &session)
    }
    session.countFound(linked.inputCount + linked.manifestCount)
    session.report.text(linked.verdict)
  }

  private static func proof(_ product: Path, _ session: inout Session) -> LinkProof? {
    let entry = ScanEntry(operand: product)
    let origin = entry.origin
    do throws(InspectionError) {
      let proof = try LinkProof(product: ELFFile(entry), origin: origin)
      // The rules report the product's problems too.
      Check.product(entry, &session)
      return proof
    } catch {
      // A product of debug data is an error, since it proves nothing.
      session.problem(Problem(origin, error, .error))
      return nil
    }
  }

  private mutating func take(
    _ found: FoundInputs, _ selection: Selection, _ session: inout Session
  ) {
    for problem in found.problems.all {
      var problem = problem
      if problem.error.code == .intermediateCode || problem.error.code == .debugData {
        unreadCount += problem.count
        problem.severity = session.arguments.allowsUnread ? .warning : .error
      }
      session.problem(problem)
    }
    for var input in found.inputs where selection.selects(architecture: input.architecture) {
      input.descriptors.removeAll { !selection.selects($0.descriptor) }
      if !selection.selectsManifests { input.manifests = [] }
      inputCount += input.descriptors.count
      manifestCount += input.manifests.count
      for finding in proof.lost(from: input) {
        lostCount += 1
        session.report(finding)
      }
    }
  }

  private var verdict: String {
    let unread =
      unreadCount == 0
      ? "" : "; nothing is known of \(unreadCount.counted("input"))"
    let counts = [inputCount.counted("descriptor"), manifestCount.counted("manifest")]
    let parts = zip([inputCount, manifestCount], counts).filter { $0.0 > 0 }.map(\.1)
    if parts.isEmpty {
      return "No descriptors in the inputs: nothing is proved of \(name)\(unread)."
    }
    let held = lostCount == 0 ? "holds all of them" : "lacks \(lostCount) of them"
    return "\(parts.joined(separator: " and ")) in the inputs: \(name) \(held)\(unread)."
  }
}
