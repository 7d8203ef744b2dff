// SPDX-License-Identifier: Apache-2.0

import Testing

/// The files whose casts and memory accesses the compiler can't check.
@Suite("Unsafe code")
struct UnsafeCodeTests {
  private static let words = [
    "unsafeBitCast", "unsafeDowncast", "assumingMemoryBound", "Unmanaged", "@_silgen_name",
  ]

  /// Files, and folders that end in a slash. A file that is added here says beside each use which
  /// documented rule makes it right.
  private static let allowed = [
    "Sources/Graft": [
      // Advice is kept, and reached, without being retained.
      "API/Advice/", "Advice/",
      // Objects and types go through C, by the layouts in `graft_record.h`.
      "Accessor/AccessorRequest.swift",
      "Accessor/ExtensionAccessor.swift", "Accessor/SubjectExtensions.swift",
      "API/PluginAccessor.swift",
      "Image/DynamicLinker.swift", "Image/LoadedImages.swift",
      // Cells and links live for ever and are called without being retained.
      "API/Implementations.swift", "Dispatch/", "System/SetOnce.swift",
      "System/SharedWord.swift",
      // Metadata is read by Swift's ABI.
      "SwiftABI/",
    ],
    // It has the names of the standard library's unsafe types.
    "Sources/GraftMacros": ["Reading/UnsafeTypes.swift"],
  ]

  @Test("Unsafe casts and unmanaged references are where they have always been", arguments: allowed)
  func places(folder: String, allowed: [String]) throws {
    let files = try LayerTable.ofPage(folder).files()
    var used: Set<String> = []
    for file in files {
      let code = file.text.split(separator: "\n").filter {
        !$0.drop { $0 == " " }.hasPrefix("//")
      }
      guard code.contains(where: { line in Self.words.contains { line.contains($0) } }) else {
        continue
      }
      let place = allowed.first {
        $0.hasSuffix("/") ? file.path.hasPrefix($0) : file.path == $0
      }
      if let place { used.insert(place) }
      #expect(place != nil, "\(folder)/\(file.path) has unsafe code: can it do without?")
    }
    #expect(Set(allowed).subtracting(used).isEmpty, "no longer needed in the list")
  }
}
