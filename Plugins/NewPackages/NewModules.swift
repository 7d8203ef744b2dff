// SPDX-License-Identifier: Apache-2.0

/// The modules that a new package brings, called after the name of a host or a plug-in.
struct NewModules {
  let name: String
  let modules: [String]

  /// Modules of others, with whose they are.
  private var taken: [(module: String, owner: String)] =
    Self.swiftModules.map { ($0, "Swift's") }

  init(ofHost name: String) {
    (self.name, modules) = (name, [name.lowercased(), name + "API"])
  }

  init(ofPlugin name: String) {
    (self.name, modules) = (name, [name, name + "Tests"])
  }

  mutating func add(_ modules: [String], of owner: String) {
    taken += modules.map { ($0, owner) }
  }

  /// Checks the name.
  ///
  /// - Throws: `Failure` with what is wrong.
  func check() throws {
    guard let first = name.first else {
      throw Failure(description: "the name is empty: write one such as Shop")
    }
    guard name.utf8.allSatisfy(Self.isLetterOrDigit), !first.isNumber else {
      throw Failure(
        description: "\(name) is no identifier: write letters, A to Z or a to z, and digits after "
          + "the first")
    }
    guard first.isUppercase else {
      throw Failure(
        description: "\(name) begins with a small letter, and types are called after it: "
          + "write \(first.uppercased() + name.dropFirst())")
    }
    for module in modules {
      if Self.keywords.contains(module) {
        throw Failure(
          description: "\(name): its module would be called \(module), a keyword: "
            + "take another name")
      }
      // Names that differ in case are one for some file systems.
      if let other = taken.first(where: { $0.module.lowercased() == module.lowercased() }) {
        throw Failure(
          description: "\(name): its module \(module) would collide with \(other.owner) "
            + "\(other.module): take another name")
      }
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }

  /// The modules of the toolchain, without those whose names begin with an underscore.
  private static let swiftModules = [
    "Cxx", "CxxStdlib", "Dispatch", "Distributed", "Foundation", "FoundationEssentials",
    "FoundationInternationalization", "FoundationNetworking", "FoundationXML", "Glibc",
    "Observation", "RegexBuilder", "Runtime", "Swift", "SwiftOnoneSupport", "Synchronization",
    "Testing", "XCTest",
  ]

  private static let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "any", "as", "associatedtype", "break", "case", "catch",
    "class", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension",
    "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
    "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super",
    "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}
