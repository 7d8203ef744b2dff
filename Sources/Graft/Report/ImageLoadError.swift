// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// Why `ExtensionImage.load` refused a file. Nothing of the file counts; what the dynamic linker
/// has mapped stays mapped.
public enum ImageLoadError: Error, Equatable, Sendable {
  /// The file, or a library that it needs, is missing or can't be read.
  case notFound(path: String, reason: String)
  /// The file is not ELF.
  case notELF(path: String)
  /// The file is shorter than its program headers say, in bytes. Usually it is still being copied.
  case truncated(path: String, byteCount: Int, neededByteCount: Int)
  /// A part that is read before mapping is larger than linkers make it, in bytes.
  case tooLarge(path: String, part: String, byteCount: Int, limit: Int)
  /// Another file was loaded from this path, and the dynamic linker returns it.
  case fileReplaced(path: String)
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
  /// An extension was compiled against another version of the protocol.
  case shapeDiffers(path: String, extension: String, protocolName: String)
  /// The image brings a copy of another image's module, whose types and protocols differ.
  case moduleTwice(path: String, module: String)
  /// The image brings a copy of Graft.
  case graftTwice(path: String, images: [String])
  /// The image and this process have different copies of the Swift runtime.
  case swiftRuntimeTwice(path: String)
  /// The image would bring conflicts for subjects in use.
  case conflict(path: String, conflicts: [RegistryDiagnostic])
  /// The plug-in's manifest can't be read, or there are several.
  case malformedManifest(path: String, reason: String)
  /// The host does not provide what the plug-in needs; `plugin` is its name and version.
  case needsMissing(path: String, plugin: String, missing: [PluginManifest.Shortfall])
  /// The folder can't be read, and nothing was loaded; `reason` is from the C library.
  case folderUnread(path: String, reason: String)
  /// The policy of `loadAll` refused it; `reason` is the error that it threw.
  case refusedByPolicy(path: String, reason: String?)
  /// It needs a file of the same folder that was refused.
  case dependencyRefused(path: String, dependency: String)
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
    case .graftTwice(let path, let images):
      "\(path): brings its own copy of Graft: link Graft-dynamic into it and into this process "
        + "(copies are in \(images.joined(separator: " and ")))"
    case .swiftRuntimeTwice(let path):
      "\(path): would bring a second Swift runtime into this process: "
        + "link both without -static-stdlib and -static-executable"
    case .conflict(let path, let conflicts):
      "\(path): would bring a conflict for a subject that is in use: "
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
    case .lifecycleFailed(let path, let reason): "\(path): its onLoad failed: \(reason)"
    }
  }
}
