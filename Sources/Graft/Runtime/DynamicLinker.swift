// SPDX-License-Identifier: Apache-2.0

import CGraft
import CGraftLoader
import Glibc
import Synchronization

/// `dlopen`, with typed errors.
enum DynamicLinker {
  struct Handle {
    fileprivate let handle: UnsafeMutableRawPointer
    /// Of the images that arrived while this one was opened.
    let stagingToken: UInt64

    /// Runtime address = load bias + virtual address.
    var loadBias: UInt { graft_load_bias(handle) }

    /// The load biases of the image and of those that it needs, directly or not.
    var neededLoadBiases: Set<UInt> {
      var found: Set<UInt> = []
      withUnsafeMutablePointer(to: &found) { found in
        graft_each_needed_image(
          handle,
          { loadBias, context in
            context!.assumingMemoryBound(to: Set<UInt>.self).pointee.insert(loadBias)
            return true
          }, found)
      }
      return found
    }

    /// True if the image, or one that it needs, holds another copy of Graft.
    var hasOtherLoader: Bool { graft_has_other_loader(handle) }

    /// False if the image uses another copy of the Swift runtime than Graft.
    var sharesSwiftRuntime: Bool { graft_shares_swift_runtime(handle) }
  }

  private static let lastToken = Atomic<UInt64>(0)

  /// Opens an image with all its symbols resolved, and keeps it loaded for ever.
  /// Those that arrive meanwhile are staged.
  static func open(_ path: String) throws(ImageLoadError) -> Handle {
    let token = lastToken.add(1, ordering: .relaxed).newValue
    let before = graft_begin_staging(token)
    let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)
    let reason = handle == nil ? inEnglish { dlerror() } : ""
    if let handle { graft_enter_opened(handle) }
    graft_end_staging(before)
    if let handle { return Handle(handle: handle, stagingToken: token) }
    throw failure(path, reason)
  }

  /// What the C library says, whatever the locale: `failure` reads it, and what a program
  /// logs is the same for every user. The library translates when it is asked.
  private static func inEnglish(_ message: () -> UnsafeMutablePointer<CChar>?) -> String {
    let plain = newlocale(LC_MESSAGES_MASK, "C", nil)
    let before = plain.map { uselocale($0) }
    defer {
      if let before { uselocale(before) }
      if let plain { freelocale(plain) }
    }
    return message().map { String(cString: $0) } ?? ""
  }

  /// Says what is wrong with a file before the dynamic linker looks at it, whose
  /// errors are text. A name that is searched for is left to it.
  static func check(_ path: String) throws(ImageLoadError) {
    guard path.contains("/") else { return }
    let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      let code = errno
      throw .notFound(path: path, reason: inEnglish { strerror(code) })
    }
    defer { close(file) }
    var header = [UInt8](repeating: 0, count: Int(EI_NIDENT) + 4)
    guard read(file, &header, header.count) == header.count,
      header.starts(with: [0x7f, 0x45, 0x4c, 0x46])
    else { throw .notELF(path: path) }
    let found = ELFKind(header)
    if let wanted = ELFKind.ofProcess, found != wanted {
      throw .otherArchitecture(path: path, found: "\(found)", wanted: "\(wanted)")
    }
  }

  private static func failure(_ path: String, _ reason: String) -> ImageLoadError {
    let missingFile = ": cannot open shared object file: "
    if let range = reason.firstRange(of: missingFile) {
      // The file itself, or one that it needs.
      return .notFound(
        path: String(reason[..<range.lowerBound]), reason: String(reason[range.upperBound...]))
    }
    let problem = ImageOpeningError(message: reason)
    guard let symbol = problem.missingSymbol else {
      return .notLoaded(path: path, reason: reason)
    }
    return .unresolvedSymbol(
      path: problem.path ?? path, symbol: symbol,
      demangled: problem.missingDeclaration ?? symbol)
  }
}

/// What an ELF header says a file is for.
private struct ELFKind: Equatable, CustomStringConvertible {
  let elfClass: UInt8
  let byteOrder: UInt8
  let machine: UInt16

  /// - Parameter header: the first 20 bytes of a file.
  init(_ header: [UInt8]) {
    elfClass = header[Int(EI_CLASS)]
    byteOrder = header[Int(EI_DATA)]
    let (low, high) = byteOrder == UInt8(ELFDATA2MSB) ? (19, 18) : (18, 19)
    machine = UInt16(header[low]) | UInt16(header[high]) << 8
  }

  /// That of the executable, which the kernel has run. Nil where there is no `/proc`.
  static let ofProcess: ELFKind? = {
    var header = [UInt8](repeating: 0, count: 20)
    let file = Glibc.open("/proc/self/exe", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    return read(file, &header, header.count) == header.count ? ELFKind(header) : nil
  }()

  private static let machines: [UInt16: String] = [
    3: "i386", 8: "mips", 20: "ppc", 21: "ppc64", 22: "s390x", 40: "arm", 62: "x86-64",
    183: "aarch64", 243: "riscv",
  ]

  var description: String {
    let name = Self.machines[machine] ?? "machine \(machine)"
    let order = byteOrder == UInt8(ELFDATA2MSB) ? "big" : "little"
    return "\(name), \(elfClass == UInt8(ELFCLASS64) ? 64 : 32)-bit, \(order)-endian"
  }
}
