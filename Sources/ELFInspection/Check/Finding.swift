// SPDX-License-Identifier: Apache-2.0

/// Something that a rule of `check` found.
public struct Finding: Hashable, Sendable {
  /// The rule, which explains the finding and what to do about it.
  public var rule: Rule
  /// The file, or member of an archive, that has the fault.
  public var origin: Origin
  /// The message for people, without the location.
  public var text: String
  /// The offset in bytes, from the start of the file or archive member.
  public var offset: UInt64?
  /// The number found there.
  public var value: UInt64?
  /// The source location of the extension, if the finding is about one.
  public var source: String?

  /// Creates a finding; unknown locations are nil.
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
