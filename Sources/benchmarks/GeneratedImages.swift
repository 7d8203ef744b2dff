// SPDX-License-Identifier: Apache-2.0

/// Shared objects that are generated and compiled with clang.
struct GeneratedImages {
  static let recordCount = 100_000
  static let plainImageCount = 50

  let folder: String

  /// Images without records: copies of one file.
  func plainImages() -> [String] {
    let first = build("plain", "int plain(void) { return 1; }")
    return [first]
      + (1..<Self.plainImageCount).map { number in
        let copy = "\(folder)/plain\(number).so"
        _ = Process.output("cp '\(first)' '\(copy)'")
        return copy
      }
  }

  /// An image with many records, for a hundredth as many protocols.
  func recordImage(_ count: Int = recordCount) -> String {
    // The form that GRAFT_EXTENSION expands to; expanding it takes clang ten
    // times as long.
    let head = """
      #include <graft.h>
      void *accessor(const graft_request *request) { (void)request; return 0; }
      #define TEXT(protocol, number)                                                    \\
        "Protocol" #protocol "\\0Module.Extension" #number "\\0Named\\0greet(_:)\\0"     \\
        "Module/File.swift:" #number
      #define RECORD(protocol, number)                                                  \\
        static struct {                                                                 \\
          graft_record header;                                                          \\
          char text[(sizeof(TEXT(protocol, number)) + 7) / 8 * 8];                      \\
        } record##number                                                                \\
        __attribute__((used, retain, section("graft_descriptors"), aligned(8))) = {     \\
            {sizeof(record##number), GRAFT_RECORD_VERSION, GRAFT_KIND_EXTENSION,        \\
             GRAFT_FLAG_CONSTRAINED, {accessor}, 0, 1, 1}, TEXT(protocol, number)};

      """
    let records = (0..<count).map { "RECORD(\($0 / 100), \($0))\n" }.joined()
    return build("records\(count)", head + records)
  }

  private func build(_ name: String, _ source: String) -> String {
    let path = "\(folder)/\(name)"
    Process.write(source, to: path + ".c")
    let built = Process.output(
      "clang -shared -fPIC -I '\(Self.headers)' -o '\(path).so' '\(path).c'")
    guard built != nil else { fatalError("clang can't build \(path).c") }
    return path + ".so"
  }

  /// The folder of `graft.h`.
  private static let headers: String = {
    let folders = #filePath.split(separator: "/").dropLast(2)
    return "/" + folders.joined(separator: "/") + "/CGraft/include"
  }()
}
