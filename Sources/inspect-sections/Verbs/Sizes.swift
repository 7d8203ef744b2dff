// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import GraftDescriptors

/// `list --sizes`: shows the size of the extensions in files.
enum Sizes {
  static func run(_ session: inout Session) {
    var total = Total()
    let reader = List.reader(session)
    session.scan(session.arguments.operands, work: reader) { session, found in
      for problem in found.problems.all { session.problem(problem) }
      for descriptor in found.descriptors {
        total.add(descriptor)
        session.report.add(SizedDescriptor(located: descriptor))
      }
      if let file = found.file { session.report.add(file) }
      session.countFound(found.descriptors.count)
    }
    if total.count > 0 { session.report.row(total.cells) }
  }

  private struct Total {
    var count = 0
    var recordByteCount = 0
    var codeByteCount: UInt64 = 0
    var unknownCount = 0

    mutating func add(_ descriptor: LocatedDescriptor) {
      count += 1
      recordByteCount += descriptor.byteCount
      codeByteCount += descriptor.accessor?.codeByteCount ?? 0
      if descriptor.accessor?.codeByteCount == nil { unknownCount += 1 }
    }

    var cells: [String] {
      let unknown = unknownCount == 0 ? "" : ", code of \(unknownCount) unknown"
      return [
        String(recordByteCount), unknownCount == count ? "?" : String(codeByteCount),
        "total of \(count)\(unknown)", "", "", "",
      ]
    }
  }
}

/// A descriptor with its size instead of its contents.
private struct SizedDescriptor: Reportable, Encodable {
  let located: LocatedDescriptor

  static var headings: [String] {
    ["descriptor", "code", "extension", "where", "protocol", "file"]
  }

  static var shortenings: [Int: Table.Shortening] { [2: .name, 4: .name] }

  var cells: [String] {
    [
      String(located.byteCount), located.accessor?.codeByteCount.map { String($0) } ?? "?",
      located.descriptor.extensionName, located.constraintText, located.descriptor.protocolName,
      located.origin.shortDisplay,
    ]
  }

  func encode(to encoder: any Encoder) throws { try located.encode(to: encoder) }
}
