// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import GraftDescriptors

/// Every way to read bytes that come from elsewhere.
enum Reading {
  static func readAll(_ bytes: [UInt8]) {
    for byteOrder in [ByteOrder.little, .big] {
      _ = DescriptorReader(byteOrder: byteOrder, accessorsAreBound: false).readAll(bytes.span)
    }
    _ = try? Snapshot(bytes: bytes)
    let entry = ScanEntry(Path("input"), .memory(bytes))
    let checked = CheckedFiles(entry)
    let file = FoundDescriptors(entry, details: [.file, .sizes])
    let found = file.descriptors
    for problem in file.problems.all { _ = ReportJSON.line(problem) }
    if let row = file.file { _ = ReportJSON.line(row) }
    _ = Finding.among(checked.linked.all + checked.objects.all, typesIn: checked.entries)
    let files = ResolvedFiles([entry], found) { _ in }
    files.eachAnswer { _ = ReportJSON.line($0) }
    _ = files.orders("Greeter") { _ in }
    for input in FoundInputs(entry).inputs { _ = ReportJSON.line(input.descriptors) }
    entry.eachFile { _, file in
      guard let file = try? file.get(), let sections = try? file.sections() else { return }
      for section in sections { _ = try? file.content(of: section) { _ in } }
    }
  }
}
