import Glibc

/// Waits for new versions of a file.
struct FileWatch {
  private let fileName: String
  private let queue: Int32

  /// Watches the folder: what replaces a file has no watch of its own.
  init(path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    fileName = String(parts.last!)
    let folder = parts.count == 1 ? "." : parts.dropLast().joined(separator: "/") + "/"
    queue = inotify_init()
    inotify_add_watch(queue, folder, UInt32(IN_CLOSE_WRITE | IN_MOVED_TO))
  }

  /// Returns once the file has been written and then left alone for a while: builds
  /// write it in several steps.
  func waitForChange() -> Bool {
    while true {
      guard let names = nextNames() else { return false }
      if names.contains(fileName) { break }
    }
    while isReadable(within: 300) {
      guard nextNames() != nil else { return false }
    }
    return true
  }

  private func isReadable(within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: queue, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, milliseconds) > 0
  }

  /// The names in the folder that the next events are about; nil on an error.
  private func nextNames() -> Set<String>? {
    let capacity = 4096
    return withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 8) { buffer in
      let byteCount = read(queue, buffer.baseAddress!, capacity)
      guard byteCount > 0 else { return nil }
      var names: Set<String> = []
      var offset = 0
      while offset < byteCount {
        let event = buffer.baseAddress! + offset
        let length = Int(event.load(as: inotify_event.self).len)
        let name = event + MemoryLayout<inotify_event>.size
        if length > 0 { names.insert(String(cString: name.assumingMemoryBound(to: CChar.self))) }
        offset += MemoryLayout<inotify_event>.size + length
      }
      return names
    }
  }
}
