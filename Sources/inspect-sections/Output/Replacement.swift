// SPDX-License-Identifier: Apache-2.0

import CInspection
import ELFInspection
import CLibrary

/// A file that is written next to another one and then replaces it.
///
/// It has no name while it is written, so nothing remains if the process ends.
/// If the file system doesn't support that, signal handlers remove it.
struct Replacement {
  let descriptor: Int32
  private let target: Path
  private let temporary: Path
  private let isNameless: Bool

  /// Creates a replacement; nil, with `errno`, if that fails.
  init?(of path: Path) {
    // The target of a link is replaced, not the link.
    guard let destination = path.destination else { return nil }
    target = destination
    let folder = target.folder
    temporary = folder.appending(Self.randomName.utf8)
    let nameless = (folder.bytes.isEmpty ? Path(".") : folder).withCString {
      inspection_nameless_file($0, 0o666)
    }
    if nameless >= 0, Self.canName(nameless) {
      (descriptor, isNameless) = (nameless, true)
      return
    }
    if nameless >= 0 { close(nameless) }
    temporary.withCString { inspection_remove_on_signals($0) }
    isNameless = false
    descriptor = temporary.withCString {
      open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    }
    if descriptor < 0 { return nil }
  }

  /// Whether an unnamed file can get a name.
  ///
  /// This needs `/proc`, which a container can lack.
  private static func canName(_ descriptor: Int32) -> Bool {
    access("/proc/self/fd/\(descriptor)", F_OK) == 0
  }

  /// A random name of a fixed length, which no other process chooses.
  private static var randomName: String {
    var numbers = SystemRandomNumberGenerator()
    return ".inspect-sections.\(String(numbers.next() as UInt64, radix: 36))"
  }

  /// Gives the open file a name; false, with `errno`, if that fails.
  func prepare() -> Bool {
    guard isNameless else { return true }
    return temporary.withCString { name in
      inspection_remove_on_signals(name)
      return inspection_name_file(descriptor, name) == 0
    }
  }

  /// Renames it over the target; false, with `errno`, if that fails.
  func replace() -> Bool {
    let status = temporary.withCString { own in target.withCString { rename(own, $0) } }
    if status == 0 { inspection_remove_on_signals(nil) }
    return status == 0
  }

  /// Removes it after a failure.
  func remove() {
    _ = temporary.withCString { unlink($0) }
    inspection_remove_on_signals(nil)
  }
}
