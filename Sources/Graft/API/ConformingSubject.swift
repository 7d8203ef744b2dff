// SPDX-License-Identifier: Apache-2.0

extension GeneratedCode {
  /// A subject's type as one that conforms to the extended protocol, perhaps on one global actor
  /// only.
  ///
  /// - Parameters:
  ///   - subject: the type.
  ///   - existential: the extended protocol, such as `(any Greeter).self`.
  ///   - type: the type of its metatypes.
  public static func conforming<Metatype>(
    _ subject: Any.Type, to existential: Any.Type, as type: Metatype.Type
  ) -> Metatype {
    let metadata = TypeMetadata(subject)
    guard let wanted = ProtocolDescriptor(of: existential),
      let table = metadata.table(for: wanted)
    else { fatalError("Graft: \(subject) does not conform to \(existential)") }
    return metadata.metatype(table, as: type)
  }
}
