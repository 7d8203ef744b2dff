// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// The JSON form of a descriptor. `inspect-sections` writes it in reports and
/// reads it from snapshots.
extension ExtensionDescriptor: Codable {
  private enum CodingKeys: String, CodingKey {
    case kind, protocolName = "protocol", extensionName = "extension", constraints, requirements,
      subjects, priority, hasPredicate = "predicate", source
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(kind, forKey: .kind)
    try members.encode(protocolName, forKey: .protocolName)
    try members.encode(extensionName, forKey: .extensionName)
    try members.encode(constraints, forKey: .constraints)
    try members.encode(requirements.map(\.text), forKey: .requirements)
    try members.encodeIfPresent(subjects, forKey: .subjects)
    try members.encode(priority, forKey: .priority)
    try members.encode(hasPredicate, forKey: .hasPredicate)
    try members.encode(source, forKey: .source)
  }

  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let kind = try members.decode(DescriptorKind.self, forKey: .kind)
    let protocolName = try members.decode(String.self, forKey: .protocolName)
    // The decoder's own error would say only that this is no JSON.
    guard let priority = Int32(exactly: try members.decode(Int64.self, forKey: .priority)) else {
      throw DecodingError.dataCorruptedError(
        forKey: .priority, in: members, debugDescription: "It has more than 32 bits.")
    }
    let requirements = try members.decode([String].self, forKey: .requirements)
    self.init(
      kind: DescriptorKind(ofRecord: kind.rawValue, protocolName: protocolName) ?? kind,
      written: protocolName,
      extensionName: try members.decode(String.self, forKey: .extensionName),
      constraints: try members.decode([String].self, forKey: .constraints),
      requirements: requirements.map { RequirementName($0) }, priority: priority,
      hasPredicate: try members.decode(Bool.self, forKey: .hasPredicate),
      source: try members.decode(String.self, forKey: .source))
    if let subjects = try members.decodeIfPresent(String.self, forKey: .subjects) {
      self.subjects = subjects
    }
  }
}

extension DescriptorKind: Codable {
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(name)
  }

  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    guard let kind = DescriptorKind(name: try value.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: value, debugDescription: "It is none that this Graft knows.")
    }
    self = kind
  }
}
