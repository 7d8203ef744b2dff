// SPDX-License-Identifier: Apache-2.0

import CInspection
import ELFInspection
import Glibc

/// A file that is written beside another and then takes its place.
///
/// It has no name while it is written, so that nothing of it is left whatever ends the
/// process; where the file system has no such files, signals remove it.
struct Replacement {
  let descriptor: Int32
  private let target: Path
  private let temporary: Path
  private let isNameless: Bool

  /// Nil, with `errno`, if it can't be made.
  init?(of path: Path) {
    // A link stays one.
    target = path.resolved ?? path
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

  /// Only by /proc, which a container can lack.
  private static func canName(_ descriptor: Int32) -> Bool {
    access("/proc/self/fd/\(descriptor)", F_OK) == 0
  }

  /// As long as any other one, however long the target's is; nobody else makes the same.
  private static var randomName: String {
    var numbers = SystemRandomNumberGenerator()
    return ".inspect-sections.\(String(numbers.next() as UInt64, radix: 36))"
  }

  /// While it is open; false, with `errno`, if it can't get a name.
  func prepare() -> Bool {
    guard isNameless else { return true }
    return temporary.withCString { name in
      inspection_remove_on_signals(name)
      return inspection_name_file(descriptor, name) == 0
    }
  }

  /// Puts it in place; false, with `errno`, if that fails.
  func replace() -> Bool {
    let status = temporary.withCString { own in target.withCString { rename(own, $0) } }
    if status == 0 { inspection_remove_on_signals(nil) }
    return status == 0
  }

  /// After a failure.
  func remove() {
    _ = temporary.withCString { unlink($0) }
    inspection_remove_on_signals(nil)
  }
}

extension Path {
  fileprivate var resolved: Path? {
    guard let resolved = withCString({ realpath($0, nil) }) else { return nil }
    defer { free(resolved) }
    return Path(bytes: Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved))))
  }
}
