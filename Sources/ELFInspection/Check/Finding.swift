// SPDX-License-Identifier: Apache-2.0

/// Something that a rule of `check` found.
public struct Finding: Hashable, Sendable {
  /// Which says more, and what to do.
  public var rule: Rule
  /// The file, or member of an archive, that it is about.
  public var origin: Origin
  /// For people, without the place.
  public var text: String
  /// In bytes, from the start of the file or archive member.
  public var offset: UInt64?
  /// The number found there.
  public var value: UInt64?
  /// Where the source stands, if the finding is about an extension.
  public var source: String?

  /// A finding; the places are nil where there are none.
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
