// SPDX-License-Identifier: Apache-2.0

/// Something that a rule of `check` found.
public struct Finding: Hashable, Sendable {
  public var rule: Rule
  public var origin: Origin
  public var text: String
  /// In bytes, from the start of the file or archive member.
  public var offset: UInt64?
  public var value: UInt64?
  /// Where the source stands, if the finding is about an extension.
  public var source: String?

  public init(
    _ rule: Rule, _ origin: Origin, _ text: String, offset: UInt64? = nil, value: UInt64? = nil,
    source: String? = nil
  ) {
    self.rule = rule
    self.origin = origin
    self.text = text
    self.offset = offset
    self.value = value
    self.source = source
  }

  init(_ rule: Rule, _ origin: Origin, _ error: InspectionError) {
    self.init(rule, origin, error.text, offset: error.offset, value: error.value)
  }
}
