// SPDX-License-Identifier: Apache-2.0

/// A conformance as a demangler writes it: `<A where A: Swift.Hashable> App.Box<A> : API.Held in
/// App`.
struct DemangledConformance: Hashable {
  /// `App.Box<A>`.
  let type: String
  /// `API.Held`.
  let conformed: String
  /// Which declares it: `App`.
  let module: String
  /// `A where A: Swift.Hashable`; empty where it asks nothing.
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

  /// The type without generic arguments, and how many lists of those it has.
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

  /// What a member that implements a requirement would be called, in each of the forms that it
  /// can have: in the type or in an extension, with fewer effects, or of a class.
  ///
  /// Only members in the module of the conformance count: of others it is not known whether
  /// the compiler saw them.
  ///
  /// - Parameter associatedType: the text of one, by its name.
  func implementations(
    of requirement: DemangledMember, _ associatedType: (String) -> String?
  ) -> [DemangledMember.Key] {
    let (name, depth) = context
    // A class's member can say `Self` too.
    let members = [type, "Self"].flatMap {
      substituted(requirement, $0, depth, associatedType).withFewerEffects
    }.flatMap { [$0, $0.asAllocating].compactMap(\.self) }
    if type.contains(" #") {
      // `L #1 in App.local() -> Swift.Int`, which no other module can extend.
      return members.map { $0.key(of: type, isLocal: true) }
    }
    var owners = ["(extension in \(module)):" + name]
    if name.hasPrefix(module + ".") { owners.append(name) }
    // `App.Box<A where A: Swift.Hashable>`
    if !conditions.isEmpty { owners.append("\(owners[0])<\(conditions)>") }
    return owners.flatMap { owner in members.map { $0.key(of: owner, isLocal: false) } }
  }

  private func substituted(
    _ requirement: DemangledMember, _ type: String, _ depth: Int,
    _ associatedType: (String) -> String?
  ) -> DemangledMember {
    // `gen<A, B where A1: …>`: the names of parameters stand without their depth.
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
      // `A1` is the first parameter of the requirement's own.
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
  /// A member without `async` or `throws` implements a requirement that has them.
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

  /// What makes the object calls the initialiser.
  fileprivate var asAllocating: DemangledMember? {
    signature.hasPrefix("init(") || signature.hasPrefix("init<")
      ? with("__allocating_" + signature) : nil
  }
}
