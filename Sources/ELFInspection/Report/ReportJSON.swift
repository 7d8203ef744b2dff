// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import GraftDescriptors

/// Writes a report's values as JSON, one at a time, so that a large report is never
/// in memory as a whole.
///
/// `inspect-sections schema` describes the forms.
public enum ReportJSON {
  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    // The order of keys would differ from run to run otherwise.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()

  /// A value as one line without its end; object members are sorted by key.
  ///
  /// - Parameter value: holds no floating-point number that JSON lacks.
  public static func line(_ value: some Encodable) -> [UInt8] {
    do {
      return escapingControls([UInt8](try encoder.encode(value)))
    } catch {
      preconditionFailure("A report holds what is not JSON: \(error)")
    }
  }

  /// A value with the labels of its run as the member `labels`, if there are
  /// any.
  public static func line(_ value: some Encodable, labels: RowLabels) -> [UInt8] {
    labels.pairs.isEmpty ? line(value) : line(LabeledRow(value: value, labels: labels))
  }

  /// The elements of an array, without brackets.
  static func elements(_ elements: some Collection<some Encodable>) -> ArraySlice<UInt8> {
    line(Array(elements)).dropFirst().dropLast()
  }

  /// Escapes DEL and the C1 controls: JSON allows them in strings, and terminals obey
  /// them.
  ///
  /// They occur only in strings, so bytes tell: C1 is 0xc2 and the code.
  private static func escapingControls(_ json: [UInt8]) -> [UInt8] {
    guard json.contains(where: { $0 == 0x7f || $0 == 0xc2 }) else { return json }
    var escaped: [UInt8] = []
    escaped.reserveCapacity(json.count + 16)
    for byte in json {
      if byte == 0x7f {
        escaped.append(contentsOf: #"\u007f"#.utf8)
      } else if escaped.last == 0xc2, byte < 0xa0 {
        escaped.removeLast()
        escaped.append(contentsOf: #"\u00"#.utf8)
        escaped.append(contentsOf: String(byte, radix: 16).utf8)
      } else {
        escaped.append(byte)
      }
    }
    return escaped
  }
}
