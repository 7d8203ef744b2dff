// SPDX-License-Identifier: Apache-2.0

import ELFInspection

/// `check --linked`: that a product holds every descriptor of its inputs.
enum Linked {
  static func run(_ product: Path, _ session: inout Session) {
    guard let proof = proof(product, &session) else { return }
    let selection = Selection(session.arguments)
    var (inputCount, lostCount) = (0, 0)
    let work: @Sendable (ScanEntry) -> (inputs: [LinkInput], problems: [Problem]) = {
      LinkInput.all(of: $0)
    }
    session.scan(session.arguments.operands, work: work) { session, found in
      for problem in found.problems { session.problem(problem) }
      for var input in found.inputs {
        input.descriptors.removeAll {
          !selection.selects($0.descriptor) || !selection.selects(architecture: $0.architecture)
        }
        inputCount += input.descriptors.count
        for finding in proof.lost(from: input) {
          lostCount += 1
          session.report(finding)
        }
      }
    }
    session.countDescriptors(inputCount)
    let name = ScanEntry(operand: product).path.display
    if inputCount == 0 {
      return session.report.text("No descriptors in the inputs: nothing is proved of \(name).")
    }
    let verdict = lostCount == 0 ? "holds all of them" : "lacks \(lostCount) of them"
    let noun = inputCount == 1 ? "descriptor" : "descriptors"
    session.report.text("\(inputCount) \(noun) in the inputs: \(name) \(verdict).")
  }

  private static func proof(_ product: Path, _ session: inout Session) -> LinkProof? {
    let entry = ScanEntry(operand: product)
    let origin = entry.origin
    do throws(InspectionError) {
      var problems: [Problem] = []
      let proof = try LinkProof(product: ELFFile(entry), origin: origin) {
        problems.append($0)
      }
      for problem in problems { session.problem(problem) }
      return proof
    } catch {
      session.problem(Problem(origin, error))
      return nil
    }
  }
}
