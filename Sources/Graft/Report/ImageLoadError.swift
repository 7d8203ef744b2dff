// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// Why `ExtensionImage.load` did not take a file. Nothing of it counts then; what
/// the dynamic linker has mapped stays mapped.
public enum ImageLoadError: Error, Equatable, Sendable {
  /// The file, or a library that it needs, is missing or can't be read.
  case notFound(path: String, reason: String)
  /// Another kind of file.
  case notELF(path: String)
  /// The file ends before what its program headers say is in it, in bytes: as a rule it is
  /// still being copied.
  case truncated(path: String, byteCount: Int, neededByteCount: Int)
  /// A part that is read before the file is mapped, `part`, is larger than linkers make it, in
  /// bytes.
  case tooLarge(path: String, part: String, byteCount: Int, limit: Int)
  /// Another file was loaded from this path, and the dynamic linker returns that one.
  case fileReplaced(path: String)
  /// A file for another class or architecture, such as 32-bit or aarch64.
  case otherArchitecture(path: String, found: String, wanted: String)
  /// `symbol` is mangled; `demangled` is what it stands for.
  case unresolvedSymbol(path: String, symbol: String, demangled: String)
  /// Compiled with a Graft whose generated code has another epoch than that of this
  /// process.
  case epochDiffers(path: String, found: Int, wanted: Int)
  /// What the dynamic linker says.
  case notLoaded(path: String, reason: String)
  /// Built with a newer Graft.
  case newerRecord(path: String, version: Int)
  /// Compiled against another version of the protocol.
  case shapeDiffers(path: String, extension: String, protocolName: String)
  /// The image brings a module that another image has too, so that its types and
  /// protocols are not the same.
  case moduleTwice(path: String, module: String)
  /// There would be several copies of Graft, in `images`. Those in `toChange` are to be linked
  /// otherwise.
  case graftTwice(path: String, images: [String], toChange: [String])
  /// The image brings a Swift runtime beside the one of this process, or the
  /// reverse.
  case swiftRuntimeTwice(path: String)
  /// It would take a subject into a conflict.
  case conflict(path: String, conflicts: [RegistryDiagnostic])
  /// What it says of itself as a plug-in can't be read, or it says it twice.
  case malformedManifest(path: String, reason: String)
  /// It needs what the host does not provide; `plugin` is its name and version.
  case needsMissing(path: String, plugin: String, missing: [PluginManifest.Shortfall])
  /// What is in a folder can't be known; `reason` is what the C library says. Nothing of it was
  /// loaded.
  case folderUnread(path: String, reason: String)
  /// The policy of `loadAll` said no; `reason` is what it threw, if it did.
  case refusedByPolicy(path: String, reason: String?)
  /// It needs a file of the same folder, which was refused.
  case dependencyRefused(path: String, dependency: String)
  /// This process has a newer version of the plug-in; both with their names.
  case olderVersion(path: String, plugin: String, counting: String)
  /// `onLoad` of an image, the file's own or one that came with it, threw `reason`.
  case lifecycleFailed(path: String, reason: String)

  static func severalManifests(_ manifests: [PluginManifest], in path: String) -> ImageLoadError {
    let places = manifests.map { "\($0) in \($0.source)" }.joined(separator: ", ")
    return .malformedManifest(path: path, reason: "it has several manifests: \(places)")
  }
}

extension ImageLoadError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notFound("", let reason): "an empty name: \(reason)"
    case .notFound(let path, let reason): "\(path): \(reason)"
    case .notELF(let path): "\(path): not an ELF file"
    case .truncated(let path, let byteCount, let needed):
      "\(path): truncated: it has \(byteCount) of at least \(needed) bytes: "
        + "copy it to another name, and rename it when it is whole"
    case .tooLarge(let path, let part, let byteCount, let limit):
      "\(path): too large: \(byteCount) bytes of \(part), and at most \(limit) are read"
    case .fileReplaced(let path):
      "\(path): this process has loaded another file from this path, and the dynamic linker "
        + "returns that one: load the new one from another path, with identity: to supersede it"
    case .otherArchitecture(let path, let found, let wanted):
      "\(path): built for \(found), and this process is \(wanted)"
    case .unresolvedSymbol(let path, let symbol, let demangled):
      "\(path): needs \(demangled), which no loaded image has (\(symbol)): "
        + "build it again with the libraries that this process has loaded"
    case .epochDiffers(let path, let found, let wanted):
      "\(path): compiled with a Graft of epoch \(found), and the one in this process is of epoch "
        + "\(wanted): build it, and the libraries that it needs, with the Graft of this process"
    case .notLoaded(let path, let reason): "\(path): \(reason)"
    case .newerRecord(let path, let version):
      "\(path): its records have version \(version), and this Graft reads version 1: "
        + "update Graft, or build the image with this one"
    case .shapeDiffers(let path, let name, let protocolName):
      "\(path): \(name) was compiled against another version of \(protocolName): build it again"
    case .moduleTwice(let path, let module):
      "\(path): brings its own copy of module \(module), so its protocols are others: "
        + "make \(module) a dynamic product of a package of its own, on which both depend "
        + "(the targets of one package are linked into each of its products)"
    case .graftTwice(let path, let images, let toChange):
      "\(path): Graft would be in this process twice: link Graft-dynamic into "
        + "\(toChange.joined(separator: " and into ")), instead of Graft "
        + "(copies are in \(images.joined(separator: " and ")))"
    case .swiftRuntimeTwice(let path):
      "\(path): would bring a second Swift runtime into this process: "
        + "link both without -static-stdlib and -static-executable"
    case .conflict(let path, let conflicts):
      "\(path): would bring a conflict: "
        + conflicts.map(\.description).joined(separator: "; ")
    case .malformedManifest(let path, let reason): "\(path): \(reason)"
    case .needsMissing(let path, let plugin, let missing):
      "\(path): \(plugin) needs \(missing.map(\.description).joined(separator: "; needs ")): "
        + "update the host, or say in providing: what it has"
    case .folderUnread(let path, let reason):
      "\(path): \(reason): no plug-in of it was loaded"
    case .refusedByPolicy(let path, let reason):
      "\(path): refused by the host's policy\(reason.map { ": \($0)" } ?? "")"
    case .dependencyRefused(let path, let dependency):
      "\(path): needs \(dependency), which was refused"
    case .olderVersion(let path, let plugin, let counting):
      "\(path): \(plugin) is older than what this process has loaded, \(counting): "
        + "remove it, or load with allowingDowngrades: true"
    case .lifecycleFailed(let path, let reason): "\(path): its onLoad failed: \(reason)"
    }
  }
}
