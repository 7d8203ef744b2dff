// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import GraftDescriptors

/// `diff`: what was added, removed or changed.
enum Diff {
  static func run(_ session: inout Session) {
    let paths = session.arguments.operands
    let (old, new) = (descriptors(paths[0], &session), descriptors(paths[1], &session))
    for difference in Difference.between(old, new) {
      session.sayNo()
      session.report.add(difference)
    }
  }

  /// Of a snapshot, or of files.
  private static func descriptors(_ path: Path, _ session: inout Session) -> [Descriptor] {
    let selection = Selection(session.arguments)
    if let snapshot = snapshot(path, &session) {
      if !snapshot.isComplete {
        session.problem(Problem(ScanEntry(operand: path).origin, .incompleteSnapshot))
      }
      let selected = snapshot.entries.filter {
        selection.selects(architecture: $0.architecture) && selection.selects($0.descriptor)
      }
      session.countDescriptors(selected.count)
      return selected.map(\.descriptor)
    }
    var descriptors: [Descriptor] = []
    session.scan([path], work: List.reader(session.arguments)) { session, found in
      for problem in found.problems { session.problem(problem.namingSnapshots) }
      descriptors += found.descriptors.map(\.descriptor)
      session.countDescriptors(found.descriptors.count)
    }
    return descriptors
  }

  private static func snapshot(_ path: Path, _ session: inout Session) -> Snapshot? {
    let entry = ScanEntry(operand: path)
    do throws(InspectionError) {
      return try Snapshot(entry)
    } catch {
      // What can't be opened is said when the files are read.
      guard error.code == .malformedSnapshot || error.code == .tooLarge else { return nil }
      session.problem(Problem(entry.origin, error))
      return .empty
    }
  }
}

extension InspectionError {
  /// What it lacks would look as if it had been removed, or had just been added.
  fileprivate static let incompleteSnapshot = InspectionError(
    .malformedSnapshot, "the run that wrote the snapshot could not read all of its input")
}

extension Problem {
  /// What a side can be, where it is none of that.
  fileprivate var namingSnapshots: Problem {
    guard error.code == .notELF else { return self }
    return Problem(
      origin, InspectionError(.notELF, "\(error.text), nor JSON that list wrote"))
  }
}

extension Difference: Reportable {
  static var headings: [String] { [] }

  /// Not a row, which a terminal could cut.
  func writeBlock(_ write: ([UInt8]) -> Void) {
    let label = (new ?? old).map { kind == .changed ? $0.extensionName : $0.label } ?? ""
    let protocolName = (new ?? old)?.protocolName ?? ""
    let lines = ["\(kind.rawValue) \(label) of \(protocolName)"] + changes.map { "  \($0)" }
    for line in lines { write(Array("\(line.escapingControls)\n".utf8)) }
  }
}
