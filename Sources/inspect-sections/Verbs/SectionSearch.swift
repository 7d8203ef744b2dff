// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import GraftDescriptors

/// `list --section`: shows which files have sections with a name.
enum SectionSearch {
  /// The sections found in a file.
  private struct Found: Weighed {
    var sections: [FoundSection] = []
    var problems = ProblemList()

    var byteCount: Int { sections.count * MemoryLayout<FoundSection>.stride }
  }

  static func run(_ glob: String, _ session: inout Session) {
    let selection = session.selection
    var count = 0
    let work: @Sendable (ScanEntry) -> Found = { read($0, glob, selection) }
    session.scan(session.arguments.operands, work: work) { session, found in
      for problem in found.problems.all { session.problem(problem) }
      for section in found.sections { session.report.add(section) }
      count += found.sections.count
    }
    session.countFound(count)
    if count == 0, !session.hadBadInput {
      session.report.text("No section \(glob.escapingControls) is in these files.")
    }
  }

  private static func read(_ entry: ScanEntry, _ glob: String, _ selection: Selection) -> Found {
    var found = Found()
    entry.eachFile { origin, file in
      do throws(InspectionError) {
        let file = try file.get()
        guard selection.selects(architecture: file.header.architecture) else { return }
        try file.checkSectionTable()
        let sections = try file.sections(matching: glob) {
          found.problems.append(Problem(origin, $0))
        }
        found.sections += sections.map { FoundSection(located: LocatedSection(origin, $0)) }
      } catch {
        found.problems.append(entry.problem(origin, error))
      }
    }
    return found
  }
}

private struct FoundSection: Reportable, Encodable {
  let located: LocatedSection

  static var headings: [String] { ["section", "type", "size", "flags", "registration", "file"] }

  var cells: [String] {
    let section = located.section
    return [
      section.name ?? "", SectionType.name(section.type, machine: section.machine),
      section.byteCount.hex, SectionFlag.letters(section.flags, machine: section.machine),
      section.isRegistration ? "yes" : "", located.origin.shortDisplay,
    ]
  }

  func encode(to encoder: any Encoder) throws { try located.encode(to: encoder) }
}
