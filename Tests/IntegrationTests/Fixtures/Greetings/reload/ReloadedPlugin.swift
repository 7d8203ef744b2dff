import Glibc
import Graft

/// A plug-in that is built again while the program runs.
struct ReloadedPlugin {
  let path: String
  private var buildCount = 0

  init(path: String) {
    self.path = path
  }

  /// Loads the file as it is now. If it is refused, the build before it goes on.
  mutating func load() {
    buildCount += 1
    // From a copy: under a name that it knows, the dynamic linker does not look at
    // the file again, and a linker may write into it.
    let copy = "/tmp/\(fileName).\(getpid()).\(buildCount)"
    defer { unlink(copy) }
    guard Self.copyFile(from: path, to: copy) else {
      print("Build \(buildCount): \(path) can't be read: \(String(cString: strerror(errno)))")
      return
    }
    do {
      let arrival = try ExtensionImage.load(copy, identity: path)
      print("Build \(buildCount): \(arrival.descriptors.map(\.name).joined(separator: ", "))")
      for change in arrival.changes { print("  \(change)") }
    } catch {
      print("Build \(buildCount) is refused: \(error)")
    }
  }

  private var fileName: Substring { path.split(separator: "/").last ?? "plugin" }

  private static func copyFile(from source: String, to target: String) -> Bool {
    let input = open(source, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { return false }
    defer { close(input) }
    let output = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o700)
    guard output >= 0 else { return false }
    defer { close(output) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(input, &buffer, buffer.count)
      if count <= 0 { return count == 0 }
      guard write(output, buffer, count) == count else { return false }
    }
  }
}
