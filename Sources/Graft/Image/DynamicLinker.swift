// SPDX-License-Identifier: Apache-2.0

import CGraft
import CGraftLoader
import CLibrary

/// `dlopen`, with typed errors.
package enum DynamicLinker {
  package struct Handle {
    fileprivate let handle: UnsafeMutableRawPointer
    /// The token of the images that arrived while this one was opened.
    let stagingToken: UInt64

    /// The address of the program headers, which identifies the image; 0 if it is gone.
    let programHeaders: UInt
    /// The dynamic linker's name of the image.
    var name: String { String(cString: graft_loaded_name(handle)) }

    fileprivate init(_ handle: UnsafeMutableRawPointer, stagingToken: UInt64) {
      self.handle = handle
      self.stagingToken = stagingToken
      var loaded = graft_loaded()
      _ = graft_find_loaded(handle, &loaded)
      programHeaders = UInt(bitPattern: loaded.program_headers)
    }

    /// The addresses of the program headers of the image and of those that it needs,
    /// directly or not.
    var neededImages: Set<UInt> {
      var found: Set<UInt> = []
      withUnsafeMutablePointer(to: &found) { found in
        graft_each_needed_image(
          handle,
          { image, context in
            // The context is the set that is passed below.
            context!.assumingMemoryBound(to: Set<UInt>.self).pointee
              .insert(UInt(bitPattern: image))
            return true
          }, found)
      }
      return found
    }

    /// Whether a file has the program headers and the constant segments that are in
    /// memory.
    func hasContent(of path: String) -> Bool {
      var loaded = graft_loaded()
      return graft_find_loaded(handle, &loaded) && graft_has_content(&loaded, path)
    }

    /// Whether the image, or one that it needs, has another copy of Graft.
    var hasOtherLoader: Bool { graft_has_other_loader(handle) }

    /// Whether the image uses the same Swift runtime as Graft.
    var sharesSwiftRuntime: Bool { graft_shares_swift_runtime(handle) }
  }

  /// Whether this platform can open plug-ins.
  static var opensImages: Bool { graft_reads_images() }

  /// Whether the dynamic linker has already loaded the image of a path.
  package static func hasLoaded(_ path: String) -> Bool { loaded(path) != nil }

  /// The loaded image of a path; nil if it is not loaded.
  static func loaded(_ path: String) -> Handle? {
    graft_expect_no_registry_lock("dlopen")
    guard let handle = dlopen(path, RTLD_LAZY | RTLD_NOLOAD) else { return nil }
    defer { dlclose(handle) }
    return Handle(handle, stagingToken: 0)
  }

  /// The path of the first Swift image that needs one of some images, directly or not, and what it
  /// needs; nil if there is none.
  ///
  /// - Parameter isConcerned: selects images by the addresses of their program headers.
  static func image(
    needing wanted: Set<UInt>, where isConcerned: (UInt) -> Bool
  ) -> (path: String, needed: Set<UInt>)? {
    for image in ConformanceTable.swiftImages {
      var programHeaders: UInt = 0
      guard
        graft_shared_object_around(UnsafeRawPointer(bitPattern: image), &programHeaders),
        !wanted.contains(programHeaders), isConcerned(programHeaders)
      else { continue }
      let name = ConformanceTable.name(of: image)
      if let needed = loaded(name)?.neededImages, !needed.isDisjoint(with: wanted) {
        return (LoadedImages.displayPath(name), needed)
      }
    }
    return nil
  }

  private static let lastToken = SharedWord(allocated: 0)

  /// Opens an image with all its symbols resolved, and keeps it loaded for ever.
  ///
  /// Images that arrive meanwhile are staged.
  @discardableResult
  package static func open(_ path: String) throws(ImageLoadError) -> Handle {
    if graft_is_static_executable() { throw .swiftRuntimeTwice(path: path) }
    let token = UInt64(lastToken.addRelaxed(1))
    graft_expect_no_registry_lock("dlopen")
    let before = graft_begin_staging(token)
    let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)
    let reason = handle == nil ? inEnglish { dlerror() } : ""
    if let handle { graft_enter_opened(handle) }
    graft_end_staging(before)
    if let handle { return Handle(handle, stagingToken: token) }
    throw failure(
      SealedPath.originals(in: path), SealedPath.originals(in: reason))
  }

  /// Opens a library that counts like one opened by plain `dlopen`.
  ///
  /// - Returns: the dynamic linker's error; nil if the library is open.
  package static func reasonNotToOpen(_ path: String) -> String? {
    graft_expect_no_registry_lock("dlopen")
    return dlopen(path, RTLD_NOW) == nil ? inEnglish { dlerror() } : nil
  }

  /// A message of the C library in English, whatever the locale.
  ///
  /// `failure` parses it, and logs are the same for every user. The library
  /// translates a message when it is read.
  static func inEnglish(_ message: () -> UnsafeMutablePointer<CChar>?) -> String {
    let plain = newlocale(LC_MESSAGES_MASK, "C", nil)
    let before = plain.map { uselocale($0) }
    defer {
      if let before { uselocale(before) }
      if let plain { freelocale(plain) }
    }
    return message().map { String(cString: $0) } ?? ""
  }

  /// The C library's text for `errno`, in English.
  package static var lastError: String {
    let code = errno
    return inEnglish { strerror(code) }
  }

  private static func failure(_ path: String, _ reason: String) -> ImageLoadError {
    let missingFile = ": cannot open shared object file: "
    if let range = reason.firstRange(of: missingFile) {
      // The missing file is the image, or one that it needs.
      let missing = String(reason[..<range.lowerBound])
      // Without a slash, it is searched for among libraries.
      let isHere = missing == path && !path.contains("/") && access(path, F_OK) == 0
      return .notFound(
        path: missing,
        reason: reason[range.upperBound...] + (isHere ? ": write ./\(path)" : ""))
    }
    let problem = ImageOpeningError(message: reason)
    guard let symbol = problem.missingSymbol else {
      return .notLoaded(path: path, reason: reason)
    }
    // The message names the first of several missing symbols.
    if let epoch = problem.missingEpoch ?? problem.path.flatMap(PluginFile.otherEpoch) {
      return .epochDiffers(
        path: problem.path ?? path, found: epoch, wanted: EpochSymbol.current)
    }
    return .unresolvedSymbol(
      path: problem.path ?? path, symbol: symbol,
      demangled: problem.missingDeclaration ?? symbol)
  }
}
