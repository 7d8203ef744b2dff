// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials

/// Writes the values of a report as JSON, one at a time: a report of many files is
/// never in memory as a whole. `inspect-sections schema` describes the forms.
public enum ReportJSON {
  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    // Without an order of its own, that of keys would differ from run to run.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()

  /// A value in one line, without its end; the members of objects are in the order of
  /// their keys.
  ///
  /// - Parameter value: holds no floating-point number that JSON does not have.
  public static func line(_ value: some Encodable) -> [UInt8] {
    do {
      return escapingControls([UInt8](try encoder.encode(value)))
    } catch {
      preconditionFailure("A report holds what is not JSON: \(error)")
    }
  }

  /// A value with the labels of its run, as `labels`; without that where there are none.
  public static func line(_ value: some Encodable, labels: RowLabels) -> [UInt8] {
    labels.pairs.isEmpty ? line(value) : line(LabeledRow(value: value, labels: labels))
  }

  /// The elements of an array, without its brackets.
  static func elements(_ elements: some Collection<some Encodable>) -> ArraySlice<UInt8> {
    line(Array(elements)).dropFirst().dropLast()
  }

  /// JSON allows DEL and the C1 controls in strings, and terminals obey them. They can
  /// be nowhere else, so bytes tell: C1 is 0xc2 and the code.
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
