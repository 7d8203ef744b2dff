// SPDX-License-Identifier: Apache-2.0

import ELFInspection

/// `dump`: section tables, or sections of a name.
enum Dump {
  /// What one file gives.
  private struct Found: Sendable {
    var tables: [(Origin, [Section])] = []
    var contents: [LocatedContent] = []
    var problems: [Problem] = []
  }

  static func run(_ session: inout Session) {
    let selection = Selection(session.arguments)
    let name = session.arguments.section
    var isFound = false
    let work: @Sendable (ScanEntry) -> Found = { read($0, name, selection) }
    session.scan(session.arguments.operands, work: work) { session, found in
      for problem in found.problems { session.problem(problem) }
      for (origin, sections) in found.tables {
        session.report.text("\(origin.display):")
        for section in sections { session.report.add(LocatedSection(origin, section)) }
        session.report.endTable()
      }
      for content in found.contents { session.report.add(content) }
      isFound = isFound || !found.contents.isEmpty
      // `--require`: something to show.
      session.countDescriptors(found.tables.count + found.contents.count)
    }
    if let name, !isFound {
      session.report.text("No section \(name.escapingControls) is in these files.")
    }
  }

  private static func read(
    _ entry: ScanEntry, _ name: String?, _ selection: Selection
  ) -> Found {
    var found = Found()
    entry.eachFile { origin, file in
      do throws(InspectionError) {
        let file = try file.get()
        guard selection.selects(architecture: file.header.architecture) else { return }
        guard let name else {
          found.tables.append((origin, try file.sections()))
          return
        }
        for section in try file.sections(named: name) {
          add(section, of: file, origin, to: &found)
        }
      } catch {
        found.problems.append(Problem(origin, error))
      }
    }
    return found
  }

  /// A section that can't be read does not hide the others.
  private static func add(
    _ section: Section, of file: ELFFile, _ origin: Origin, to found: inout Found
  ) {
    do throws(InspectionError) {
      let content = try file.content(of: section) { found.problems.append(Problem(origin, $0)) }
      found.contents.append(LocatedContent(origin, content))
    } catch {
      found.problems.append(Problem(origin, error))
    }
  }
}

extension LocatedSection: Reportable {
  static var headings: [String] {
    ["", "section", "type", "address", "offset", "size", "flags", "align", "registration"]
  }

  var cells: [String] {
    [
      String(section.index), section.name ?? "(no name)", SectionType.name(section.type),
      section.virtualAddress.hex, section.offset.hex, section.byteCount.hex,
      SectionFlag.letters(section.flags), String(section.alignment),
      section.isRegistration ? "yes" : "",
    ]
  }
}
