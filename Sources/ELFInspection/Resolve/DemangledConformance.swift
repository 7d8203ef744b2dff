// SPDX-License-Identifier: Apache-2.0

/// A demangled conformance: `<A where A: Swift.Hashable> App.Box<A> : API.Held
/// in App`.
struct DemangledConformance: Hashable {
  /// The type: `App.Box<A>`.
  let type: String
  /// The protocol: `API.Held`.
  let conformed: String
  /// The module that declares it: `App`.
  let module: String
  /// The generic conditions: `A where A: Swift.Hashable`; empty if there are
  /// none.
  let conditions: String

  init(type: String, conformed: String, module: String) {
    self.type = type
    self.conformed = conformed
    self.module = module
    conditions = ""
  }

  init?(_ text: some StringProtocol) {
    var rest = text[...]
    if rest.hasPrefix("<"), let end = rest.endOfBrackets {
      conditions = String(rest[..<end].dropFirst().dropLast())
      rest = rest[end...].drop { $0 == " " }
    } else {
      conditions = ""
    }
    guard let colon = rest.firstRange(of: " : "),
      let last = rest[colon.upperBound...].ranges(of: " in ").last
    else { return nil }
    type = String(rest[..<colon.lowerBound])
    conformed = String(rest[colon.upperBound..<last.lowerBound])
    module = String(rest[last.upperBound...])
  }

  /// The type without generic arguments, and the number of its argument lists.
  private var context: (name: String, depth: Int) {
    var name = ""
    var depth = 0
    var rest = type[...]
    while let character = rest.first {
      if character == "<", let end = rest.endOfBrackets {
        depth += 1
        rest = rest[end...]
      } else {
        name.append(character)
        rest = rest.dropFirst()
      }
    }
    return (name, depth)
  }

  /// The possible names of a member that implements a requirement: in the type
  /// or an extension, with fewer effects, or of a class.
  ///
  /// Only members in the conformance's module count; the compiler may not have
  /// seen others.
  ///
  /// - Parameter associatedType: returns an associated type's text by its name.
  func implementations(
    of requirement: DemangledMember, _ associatedType: (String) -> String?
  ) -> [DemangledMember.Key] {
    let (name, depth) = context
    // A class's member may also use `Self`.
    let members = [type, "Self"].flatMap {
      substituted(requirement, $0, depth, associatedType).withFewerEffects
    }.flatMap { [$0, $0.asAllocating].compactMap(\.self) }
    if type.contains(" #") {
      // No other module can extend a type in a function: `L #1 in App.local()
      // -> Swift.Int`.
      return members.map { $0.key(of: type, isLocal: true) }
    }
    var owners = ["(extension in \(module)):" + name]
    if name.hasPrefix(module + ".") { owners.append(name) }
    // A constrained extension: `App.Box<A where A: Swift.Hashable>`
    if !conditions.isEmpty { owners.append("\(owners[0])<\(conditions)>") }
    return owners.flatMap { owner in members.map { $0.key(of: owner, isLocal: false) } }
  }

  private func substituted(
    _ requirement: DemangledMember, _ type: String, _ depth: Int,
    _ associatedType: (String) -> String?
  ) -> DemangledMember {
    // The list declares parameters without depth: `gen<A, B where A1: …>`.
    let signature = requirement.signature
    var head = signature[..<signature.startIndex]
    var rest = signature[...]
    if let open = signature.firstIndex(of: "<"),
      signature[..<open].allSatisfy({ $0 != "(" && $0 != " " }),
      let end = signature[open...].endOfBrackets
    {
      let list = signature[open..<end]
      let names = list.firstRange(of: " where ").map { $0.lowerBound } ?? end
      head = signature[..<names]
      rest = signature[names...]
    }
    let replaced = rest.replacingTokens { token in
      if token == "A" { return type }
      if token.hasPrefix("A."), !token.dropFirst(2).contains(".") {
        return associatedType(String(token.dropFirst(2)))
      }
      // `A1` is the first parameter of the requirement itself.
      guard let letter = token.first, letter.isASCII, letter.isUppercase,
        let level = Int(token.dropFirst()), level > 0
      else { return nil }
      let ownLevel = depth + level - 1
      return ownLevel == 0 ? String(letter) : "\(letter)\(ownLevel)"
    }
    return requirement.with(head + replaced)
  }
}

extension DemangledMember {
  /// The member with and without `async` and `throws`: one with fewer effects
  /// implements the requirement too.
  fileprivate var withFewerEffects: [DemangledMember] {
    guard let arrow = signature.ranges(of: " -> ").last else { return [self] }
    let (head, result) = (signature[..<arrow.lowerBound], signature[arrow.lowerBound...])
    var heads = [String(head)]
    if head.hasSuffix(" throws") { heads.append(String(head.dropLast(7))) }
    if head.hasSuffix(")"), let start = head.ranges(of: " throws(").last?.lowerBound {
      heads.append(String(head[..<start]))
    }
    heads += heads.compactMap { head in
      if head.hasSuffix(" async") { return String(head.dropLast(6)) }
      guard let place = head.ranges(of: " async throws").last else { return nil }
      return head[..<place.lowerBound] + String(head[place.lowerBound...].dropFirst(6))
    }
    return heads.map { with($0 + result) }
  }

  /// The allocating initialiser, which calls the initialiser.
  fileprivate var asAllocating: DemangledMember? {
    signature.hasPrefix("init(") || signature.hasPrefix("init<")
      ? with("__allocating_" + signature) : nil
  }
}
