// SPDX-License-Identifier: Apache-2.0

/// The C program that the command is compared with. The C compiler builds it,
/// since SwiftPM would link Swift's libraries.
enum Rival {
  /// Builds it; nil if there is no C compiler or no libelf.
  static func build(in folder: String) -> String? {
    let path = folder + "/inspection-rival"
    let sources = ["main.c", "list.c", "dump.c"].map {
      "'\(InspectedPlaces.sourceFolder)/rival/\($0)'"
    }
    let command = "cc -O2 -o '\(path)' \(sources.joined(separator: " ")) -lelf"
    return Process.output(command) == nil ? nil : path
  }
}
