// SPDX-License-Identifier: Apache-2.0

/// Toolchain libraries that files need and that were not given.
///
/// They are found where the files look for them, and opened when one of their types
/// is needed.
struct ToolchainLibraries {
  /// The paths by file name.
  private var paths: [String: Path] = [:]
  private var searches = LibrarySearches()

  mutating func add(_ file: SwiftFile, given: Set<String>) throws(InspectionError) {
    let (kind, image) = try file.file.searched(at: file.origin.path)
    for name in try file.file.neededLibraries()
    where paths[name] == nil && !given.contains(name) && Self.isOfToolchain(name) {
      paths[name] = try searches.path(of: Path(name), for: kind, neededBy: [image])
    }
  }

  private static func isOfToolchain(_ name: String) -> Bool {
    ["libswift", "libFoundation", "lib_Foundation"].contains(where: name.hasPrefix)
  }

  /// The library with a symbol's module; each is returned once.
  mutating func take(defining symbol: String) -> Path? {
    let names = Self.modules(of: symbol).flatMap { ["lib\($0).so", "libswift\($0).so"] }
    for name in names {
      if let path = paths.removeValue(forKey: name) { return path }
    }
    return nil
  }

  /// The modules that a symbol names: `$s10Foundation4DataVMn` names one;
  /// `$sSi` and `$ss5UInt8V` mean the standard library.
  private static func modules(of symbol: String) -> [String] {
    let rest = symbol.dropFirst(2)
    if rest.first == "S" || rest.first == "s" { return ["Core", "_Concurrency"] }
    guard let count = Int(rest.prefix { $0.isNumber }), count < rest.count else { return [] }
    return [String(rest.drop { $0.isNumber }.prefix(count))]
  }
}
