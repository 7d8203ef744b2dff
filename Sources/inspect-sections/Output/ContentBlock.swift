// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import GraftDescriptors

extension LocatedContent: Reportable {
  func writeJSON(labels: RowLabels, _ write: ([UInt8]) -> Void) { writeJSON(write) }

  /// Writes the section for people: header, bytes, relocations, strings.
  func writeBlock(_ write: ([UInt8]) -> Void) {
    var bytes: [UInt8] = []
    /// Writes in parts, since sections can have hundreds of megabytes.
    func flush(always: Bool = false) {
      guard always || bytes.count >= Self.partByteCount else { return }
      write(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
    append("\(origin.display): section \(section.index) \(title)\n", to: &bytes)
    append("  \(facts.joined(separator: ", "))\n", to: &bytes)
    for start in stride(from: 0, to: content.bytes.count, by: Self.rowByteCount) {
      appendRow(start, to: &bytes)
      flush()
    }
    if !content.relocations.isEmpty { append("relocations\n", to: &bytes) }
    for relocation in content.relocations {
      append(line(relocation), to: &bytes)
      flush()
    }
    if !content.strings.isEmpty { append("strings\n", to: &bytes) }
    for string in content.strings {
      append("  \(string.offset.hex)  \(string.text.escapingControls)\n", to: &bytes)
      flush()
    }
    append("\n", to: &bytes)
    flush(always: true)
  }

  private static let partByteCount = 1 << 15
  private static let rowByteCount = 16
  private static let digits = Array("0123456789abcdef".utf8)

  private var section: Section { content.section }
  private var title: String { section.name?.escapingControls ?? "" }

  private var facts: [String] {
    let flags = SectionFlag.letters(section.flags, machine: section.machine)
    return [
      SectionType.name(section.type, machine: section.machine),
      flags.isEmpty ? "no flags" : "flags \(flags)",
      "address \(section.virtualAddress.hex)", "offset \(section.offset.hex)",
      "size \(section.byteCount.hex)",
    ] + (content.wasCompressed ? ["uncompressed \(UInt64(content.bytes.count).hex)"] : [])
      + ["align \(section.alignment)"]
  }

  private func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: text.utf8)
  }

  /// Appends a row: `  0x0010  4772 6565 …  Gree…`.
  private func appendRow(_ start: Int, to bytes: inout [UInt8]) {
    let row = content.bytes[start..<min(start + Self.rowByteCount, content.bytes.count)]
    let place = start.hex
    append("  ", to: &bytes)
    append(place, to: &bytes)
    for _ in 0..<max(1, 9 - place.utf8.count) { bytes.append(0x20) }
    for position in 0..<Self.rowByteCount {
      if position % 2 == 0 { bytes.append(0x20) }
      if position < row.count {
        let byte = row[start + position]
        bytes += [Self.digits[Int(byte >> 4)], Self.digits[Int(byte & 15)]]
      } else {
        bytes += [0x20, 0x20]
      }
    }
    bytes += [0x20, 0x20]
    for byte in row { bytes.append(byte >= 0x20 && byte < 0x7f ? byte : UInt8(ascii: ".")) }
    bytes.append(0x0a)
  }

  private func line(_ relocation: Relocation) -> String {
    let type = relocation.typeName ?? "type \(relocation.type)"
    let symbol =
      relocation.symbolIndex == 0
      ? "" : relocation.symbol?.escapingControls ?? "symbol \(relocation.symbolIndex)?"
    let addend = relocation.addend ?? 0
    let offset =
      addend == 0 && !symbol.isEmpty ? "" : "\(addend < 0 ? "-" : "+")\(addend.magnitude.hex)"
    return "  \(relocation.offset.hex)  \(type)  \(symbol)\(offset)\n"
  }
}
