import Glibc

/// What a file descriptor is given, in large pieces.
struct Output {
  let descriptor: Int32
  private var bytes: [UInt8] = []

  init(descriptor: Int32) { self.descriptor = descriptor }

  mutating func write(_ line: String) {
    bytes.append(contentsOf: line.utf8)
    bytes.append(UInt8(ascii: "\n"))
    if bytes.count > 1 << 16 { flush() }
  }

  mutating func flush() {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      // Nobody reads any more.
      if count < 0 { exit(1) }
      rest = rest.dropFirst(count)
    }
    bytes.removeAll(keepingCapacity: true)
  }
}
