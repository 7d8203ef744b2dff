// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import GraftDescriptors

/// `dump`: prints section tables, or the sections with a name.
enum Dump {
  /// A part of a file's results; a file can have any number of parts.
  private enum Piece: Sendable {
    case table(Origin, [Section])
    case content(LocatedContent)
    case problems([Problem])
  }

  static func run(_ session: inout Session) {
    let selection = session.selection
    let name = session.arguments.section
    var isFound = false
    let work: @Sendable (ScanEntry, Outlet<Piece>) -> Void = { read($0, name, selection, $1) }
    session.scanPieces(session.arguments.operands, work: work) { session, piece in
      switch piece {
      case .table(let origin, let sections): show(sections, of: origin, &session)
      case .content(let content):
        isFound = true
        session.report.add(content)
        session.countFound(1)
      case .problems(let problems): for problem in problems { session.problem(problem) }
      }
    }
    if let name, !isFound, !session.hadBadInput {
      session.report.text("No section \(name.escapingControls) is in these files.")
    }
  }

  private static func show(_ sections: [Section], of origin: Origin, _ session: inout Session) {
    session.report.text("\(origin.display):")
    for section in sections { session.report.add(LocatedSection(origin, section)) }
    session.report.endTable()
    session.countFound(1)
  }

  private static func read(
    _ entry: ScanEntry, _ name: String?, _ selection: Selection, _ outlet: Outlet<Piece>
  ) {
    var problems = ProblemList()
    entry.eachFile { origin, file in
      do throws(InspectionError) {
        let file = try file.get()
        guard !outlet.isStopped, selection.selects(architecture: file.header.architecture)
        else { return }
        try file.checkSectionTable()
        guard let name else {
          let sections = try file.sections()
          outlet.put {
            (.table(origin, sections), byteCount: sections.count * MemoryLayout<Section>.stride)
          }
          if let error = file.sectionNamesProblem { throw error }
          return
        }
        let sections = try file.sections(named: name) { problems.append(Problem(origin, $0)) }
        for section in sections { put(section, of: file, origin, outlet, &problems) }
      } catch {
        problems.append(entry.problem(origin, error))
      }
    }
    if !problems.isEmpty { outlet.put { (.problems(problems.all), byteCount: 0) } }
  }

  /// Reads a section and puts it; an error doesn't hide other sections.
  private static func put(
    _ section: Section, of file: ELFFile, _ origin: Origin, _ outlet: Outlet<Piece>,
    _ problems: inout ProblemList
  ) {
    // Reserve the bytes, and as much for relocations and strings.
    outlet.put(reserving: 2 * file.contentByteCount(of: section)) {
      do throws(InspectionError) {
        let content = try file.content(of: section) { problems.append(Problem(origin, $0)) }
        return (.content(LocatedContent(origin, content)), byteCount: content.memoryByteCount)
      } catch {
        problems.append(Problem(origin, error))
        return (.problems([]), byteCount: 0)
      }
    }
  }
}

extension LocatedSection: Reportable {
  static var headings: [String] {
    ["", "section", "type", "address", "offset", "size", "flags", "align", "registration"]
  }

  var cells: [String] {
    [
      String(section.index), section.name ?? "(no name)",
      SectionType.name(section.type, machine: section.machine),
      section.virtualAddress.hex, section.offset.hex, section.byteCount.hex,
      SectionFlag.letters(section.flags, machine: section.machine), String(section.alignment),
      section.isRegistration ? "yes" : "",
    ]
  }
}
