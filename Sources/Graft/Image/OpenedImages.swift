// SPDX-License-Identifier: Apache-2.0

/// What one `dlopen` brought into the process, before it counts.
struct OpenedImages {
  /// Where the program headers of the file that was opened are.
  let programHeaders: UInt
  /// The image of the file, if it has descriptors.
  let main: Int?
  /// The numbers of those that do not count yet, or not any more: `main` first, then
  /// those that came with it.
  let judged: [Int]
  /// What the file was said to be a build of.
  let identity: String?
  /// False if everything was loaded before.
  let isNew: Bool

  /// All that have descriptors.
  var numbers: [Int] { (main.map { [$0] } ?? []) + judged.filter { $0 != main } }
}
