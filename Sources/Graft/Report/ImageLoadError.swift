// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// The reason why `ExtensionImage.load` refused a file.
///
/// Nothing of the file counts, but the images that the dynamic linker has mapped
/// stay mapped.
public enum ImageLoadError: Error, Equatable, Sendable {
  /// This platform opens no plug-ins: Graft does on Linux.
  case noPlugins(path: String)
  /// The file is missing or can't be read.
  case notFound(path: String, reason: String)
  /// The file is not ELF.
  case notELF(path: String)
  /// The file is shorter than its program headers say, in bytes. Usually it is still being copied.
  case truncated(path: String, byteCount: Int, neededByteCount: Int)
  /// A part that is read before mapping is larger than linkers make it, in bytes.
  case tooLarge(path: String, part: String, byteCount: Int, limit: Int)
  /// Another file was loaded from this path, and the dynamic linker returns it.
  case fileReplaced(path: String)
  /// A library that the file needs is missing or can't be loaded, for the reason in `library`.
  indirect case libraryRefused(path: String, library: ImageLoadError)
  /// The file is for another class or architecture, such as 32-bit or aarch64.
  case otherArchitecture(path: String, found: String, wanted: String)
  /// No loaded image has a symbol, which is mangled and demangled.
  case unresolvedSymbol(path: String, symbol: String, demangled: String)
  /// The image was compiled with a Graft of another epoch than this process's.
  case epochDiffers(path: String, found: Int, wanted: Int)
  /// The dynamic linker refused it.
  case notLoaded(path: String, reason: String)
  /// The image was built with a newer Graft.
  case newerRecord(path: String, version: Int)
  /// The image was compiled by another compiler, whose code and metadata can have
  /// other layouts.
  ///
  /// The values are the compilers' names for people.
  case otherCompiler(path: String, found: String, wanted: String)
  /// An extension was compiled against another version of the protocol.
  ///
  /// `differences` names the changes, as far as they are known.
  case shapeDiffers(
    path: String, extension: String, protocolName: String, differences: [String])
  /// The image brings a module that another image has too, so that its types and
  /// protocols are not the same.
  case moduleTwice(path: String, module: String)
  /// The image `user` depends on `build`, and a newer build of that plug-in has another protocol by
  /// this name, which is given with its module.
  case protocolInUse(path: String, protocolName: String, build: String, user: String)
  /// The file has the extensions of a plug-in that counts, in `other`, and nothing says that it is a
  /// build of it, so it would change nothing.
  case buildUnnamed(path: String, other: String)
  /// There would be several copies of Graft, in `images`.
  ///
  /// The images in `toChange` must be linked differently.
  case graftTwice(path: String, images: [String], toChange: [String])
  /// The image brings a Swift runtime beside the one of this process, or the reverse.
  case swiftRuntimeTwice(path: String)
  /// The image would bring a conflict for a subject.
  case conflict(path: String, conflicts: [RegistryDiagnostic])
  /// The plug-in's manifest can't be read, or there are several.
  case malformedManifest(path: String, reason: String)
  /// Neither the host nor another plug-in provides what the plug-in needs; `plugin` is its name and
  /// version.
  case needsMissing(path: String, plugin: String, missing: [PluginManifest.Shortfall])
  /// The file would supersede a plug-in that another one, `by`, still needs; all are names with
  /// versions.
  case neededOtherwise(path: String, plugin: String, by: String, need: PluginManifest.Need)
  /// The folder can't be read, and nothing was loaded; `reason` is from the C library.
  case folderUnread(path: String, reason: String)
  /// The policy of `loadAll` refused the file; `reason` is the error that it threw.
  case refusedByPolicy(path: String, reason: String?)
  /// The file needs a file of the same folder that was refused.
  case dependencyRefused(path: String, dependency: String)
  /// This process has a newer version of the plug-in.
  ///
  /// The values are names with versions.
  case olderVersion(path: String, plugin: String, counting: String)
  /// `onLoad` of an image, the file's own or one that came with it, threw `reason`.
  case lifecycleFailed(path: String, reason: String)

  package static func severalManifests(
    _ manifests: [PluginManifest], in path: String
  ) -> ImageLoadError {
    .malformedManifest(path: path, reason: PluginRefusal.several(manifests))
  }
}

extension ImageLoadError: CustomStringConvertible {
  public var description: String {
    // Readers of files share these messages.
    func text(_ shared: PluginRefusal) -> String { shared.text }
    return switch self {
    case .noPlugins(let path):
      "\(path): Graft opens no plug-ins on this platform: it does on Linux"
    case .notFound(let path, let reason): text(.notFound(path, reason))
    case .notELF(let path): text(.notELF(path))
    case .truncated(let path, let byteCount, let needed):
      text(.truncated(path, byteCount, needed: needed))
    case .tooLarge(let path, let part, let byteCount, let limit):
      text(.tooLarge(path, part, byteCount, limit: limit))
    case .libraryRefused(let path, let library): text(.libraryRefused(path, library.description))
    case .fileReplaced(let path):
      "\(path): this process has loaded another file from this path, and the dynamic linker "
        + "returns that one: load the new one from another path, with identity: to supersede it"
    case .otherArchitecture(let path, let found, let wanted):
      text(.otherArchitecture(path, found: found, wanted: wanted))
    case .unresolvedSymbol(let path, let symbol, let demangled):
      text(.unresolvedSymbol(path, symbol, demangled: demangled))
    case .epochDiffers(let path, let found, let wanted):
      text(.epochDiffers(path, found: found, wanted: wanted))
    case .notLoaded(let path, let reason): text(.notLoaded(path, reason))
    case .newerRecord(let path, let version): text(.newerRecord(path, version: version))
    case .otherCompiler(let path, let found, let wanted):
      text(.otherCompiler(path, found: found, wanted: wanted))
    case .shapeDiffers(let path, let name, let protocolName, let differences):
      text(.shapeDiffers(path, name, of: protocolName, differences))
    case .moduleTwice(let path, let module): text(.moduleTwice(path, module: module))
    case .protocolInUse(let path, let name, let build, let user):
      text(.protocolInUse(path, name, of: build, by: user))
    case .buildUnnamed(let path, let other): text(.buildUnnamed(path, other: other))
    case .graftTwice(let path, let images, let toChange):
      text(.graftTwice(path, images: images, toChange: toChange))
    case .swiftRuntimeTwice(let path): text(.swiftRuntimeTwice(path))
    case .conflict(let path, let conflicts): text(.conflict(path, conflicts.map(\.description)))
    case .malformedManifest(let path, let reason): text(.malformedManifest(path, reason))
    case .needsMissing(let path, let plugin, let missing):
      text(.needsMissing(path, plugin: plugin, missing))
    case .neededOtherwise(let path, let plugin, let user, let need):
      text(.neededOtherwise(path, plugin: plugin, by: user, need))
    case .folderUnread(let path, let reason):
      "\(path): \(reason): no plug-in of it was loaded"
    case .refusedByPolicy(let path, let reason):
      "\(path): refused by the host's policy\(reason.map { ": \($0)" } ?? "")"
    case .dependencyRefused(let path, let dependency):
      "\(path): needs \(dependency), which was refused"
    case .olderVersion(let path, let plugin, let counting):
      text(.olderVersion(path, plugin: plugin, counting: counting))
    case .lifecycleFailed(let path, let reason): "\(path): its onLoad failed: \(reason)"
    }
  }
}
