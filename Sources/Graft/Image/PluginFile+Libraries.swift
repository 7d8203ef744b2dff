// SPDX-License-Identifier: Apache-2.0

import CLibrary
import GraftDescriptors

/// The libraries that a file needs.
extension PluginFile {
  /// Checks each library that the dynamic linker would map with the file, as the file itself is
  /// checked before it is mapped.
  ///
  /// A library that the search does not find is left to the dynamic linker.
  ///
  /// - Parameters:
  ///   - excluded: names of libraries that are not checked.
  ///   - note: called with the name of each library that is not found or loaded already, the file
  ///     that needs it, and the images for which it is searched.
  /// - Returns: their paths, each before those that only it needs.
  @discardableResult
  package func checkLibraries(
    _ segments: [Segment], besides excluded: [String] = [],
    noting note: (String, PluginFile, [LibrarySearch.Image]) -> Void = { _, _, _ in }
  ) throws(ImageLoadError) -> [String] {
    var files = [(file: self, segments: segments, loaders: [LibrarySearch.Image]())]
    var paths: [String] = []
    var seen = excluded
    var next = 0
    while next < files.count {
      let (file, segments, loaders) = files[next]
      next += 1
      // The dynamic linker reports what it can't read.
      guard let dynamic = try? file.dynamicSection(segments) else { continue }
      lazy var images = [file.searched(dynamic, from: file.folder)] + loaders
      // The dynamic linker can't do without what a filter stands for.
      let names = dynamic.strings(DT_NEEDED) + dynamic.strings(DT_FILTER)
      for name in names where !seen.contains(name) {
        seen.append(name)
        guard let path = Self.libraryPath(name, images) else {
          note(name, file, images)
          continue
        }
        paths.append(path)
        do throws(ImageLoadError) {
          let library = try PluginFile(path)
          files.append((library, try library.segments(), images))
        } catch {
          throw .libraryRefused(path: self.path, library: error)
        }
      }
    }
    return paths
  }

  /// The error for a library that the dynamic linker did not find.
  ///
  /// - Parameters:
  ///   - path: the file that was opened.
  ///   - reason: the dynamic linker's reason.
  static func error(
    opening path: String, without library: String, _ reason: String
  ) -> ImageLoadError {
    var reason = reason
    var isNoted = false
    if !library.contains("/"), let search, let file = try? PluginFile(path),
      let segments = try? file.segments()
    {
      _ = try? file.checkLibraries(segments) { name, user, images in
        guard name == library, !isNoted else { return }
        isNoted = true
        let folders = search.result(
          for: Array(name.utf8), neededBy: images + openers
        ).folders.map {
          String(decoding: $0, as: UTF8.self)
        }
        reason = PluginRefusal.missingLibrary(
          reason, neededBy: user === file ? nil : user.path, searched: folders)
      }
    }
    return .libraryRefused(path: path, library: .notFound(path: library, reason: reason))
  }

  /// The path at which the dynamic linker would find a needed library.
  ///
  /// - Parameter origin: the folder from which the file is opened.
  /// - Returns: nil if it has the library already, or no folder has it.
  package func libraryPath(
    _ name: String, _ segments: [Segment], from origin: String
  ) -> String? {
    guard let dynamic = try? dynamicSection(segments) else { return nil }
    return Self.libraryPath(name, [searched(dynamic, from: origin)])
  }

  /// - Parameter images: the image that needs it, and those above it that `load` brings; not read
  ///   for a library that is loaded.
  private static func libraryPath(
    _ name: String, _ images: @autoclosure () -> [LibrarySearch.Image]
  ) -> String? {
    var name = name
    if name.utf8.contains(UInt8(ascii: "$")), let search {
      name = String(
        decoding: search.expanded(Array(name.utf8), for: images()[0]), as: UTF8.self)
    }
    if DynamicLinker.hasLoaded(name) { return nil }
    return search?.path(of: Array(name.utf8), neededBy: images() + openers)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private func searched(_ dynamic: DynamicSection, from origin: String) -> LibrarySearch.Image {
    func text(_ tag: Int32) -> [UInt8]? {
      dynamic.value(tag).map { Array((dynamic.string($0) ?? "").utf8) }
    }
    return LibrarySearch.Image(
      origin: Array(origin.utf8), rPath: text(DT_RPATH), runPath: text(DT_RUNPATH),
      flags: dynamic.value(DT_FLAGS_1))
  }

  /// The folder of the file, without symbolic links.
  private var folder: String {
    let end = path.lastIndex(of: "/")
    let folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    guard let resolved = realpath(folder, nil) else { return folder }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  // MARK: This process

  /// The images that open plug-ins: Graft's own, and the executable.
  private static let openers: [LibrarySearch.Image] =
    (LoadedImages.loaderPaths.prefix(1) + [LoadedImages.executablePath]).compactMap { path in
      guard let file = try? PluginFile(path), let segments = try? file.segments(),
        let dynamic = try? file.dynamicSection(segments)
      else { return nil }
      return file.searched(dynamic, from: file.folder)
    }

  private static let search = MachineKind.ofProcess.map { LibrarySearch(for: $0, in: Process()) }

  private struct Process: SearchedSystem {
    var libraryPath: [UInt8] { Array((Environment.value("LD_LIBRARY_PATH") ?? "").utf8) }

    func start(of path: [UInt8], byteCount: Int) -> [UInt8]? {
      OpenFile(String(decoding: path, as: UTF8.self))?.start(byteCount: byteCount)
    }

    func paths(matching pattern: String) -> [String] {
      var matches = glob_t()
      defer { globfree(&matches) }
      guard glob(pattern, 0, nil, &matches) == 0 else { return [] }
      return (0..<Int(matches.gl_pathc)).compactMap { index in
        matches.gl_pathv[index].map { String(cString: $0) }
      }
    }
  }
}
