// SPDX-License-Identifier: Apache-2.0

/// Libraries of the toolchain that files need and that were not given: looked up where the
/// files themselves look, and opened when one of their types is asked about.
struct ToolchainLibraries {
  /// By file name.
  private var paths: [String: Path] = [:]

  mutating func add(_ file: SwiftFile, given: Set<String>) throws(InspectionError) {
    let (names, folders) = try file.file.neededLibraries()
    for name in names
    where paths[name] == nil && !given.contains(name) && Self.isOfToolchain(name) {
      for folder in folders {
        let path = Path(folder.resolvingOrigin(of: file.origin.path) + "/" + name)
        guard (try? InputFile(opening: path)) != nil else { continue }
        paths[name] = path
        break
      }
    }
  }

  private static func isOfToolchain(_ name: String) -> Bool {
    ["libswift", "libFoundation", "lib_Foundation"].contains(where: name.hasPrefix)
  }

  /// The library that has a module's descriptors, once.
  mutating func take(defining symbol: String) -> Path? {
    let names = Self.modules(of: symbol).flatMap { ["lib\($0).so", "libswift\($0).so"] }
    for name in names {
      if let path = paths.removeValue(forKey: name) { return path }
    }
    return nil
  }

  /// `$s10Foundation4DataVMn` names one; `$sSi` and `$ss5UInt8V` are the standard library's.
  private static func modules(of symbol: String) -> [String] {
    let rest = symbol.dropFirst(2)
    if rest.first == "S" || rest.first == "s" { return ["Core", "_Concurrency"] }
    guard let count = Int(rest.prefix { $0.isNumber }), count < rest.count else { return [] }
    return [String(rest.drop { $0.isNumber }.prefix(count))]
  }
}
