// SPDX-License-Identifier: Apache-2.0

/// A reason to refuse a plug-in, with the text that running programs and
/// readers of files share.
package struct PluginRefusal: Error, Hashable {
  /// The kind of a reason, as in `ImageLoadError`.
  package enum Kind: String, CaseIterable, Sendable {
    case notFound, notELF, truncated, tooLarge, libraryRefused, otherArchitecture, otherCompiler
    case unresolvedSymbol, epochDiffers, notLoaded, newerRecord, shapeDiffers
    case moduleTwice, protocolInUse, buildUnnamed, graftTwice, swiftRuntimeTwice, conflict
    case malformedManifest, needsMissing, neededOtherwise, olderVersion
  }

  package let kind: Kind
  /// The message, with the file and what to do.
  package let text: String

  private init(_ kind: Kind, _ text: String) {
    (self.kind, self.text) = (kind, text)
  }
}

extension PluginRefusal {
  package static func notFound(_ path: String, _ reason: String) -> PluginRefusal {
    PluginRefusal(.notFound, "\(path.isEmpty ? "an empty name" : path): \(reason)")
  }

  package static func notELF(_ path: String) -> PluginRefusal {
    PluginRefusal(.notELF, "\(path): not an ELF file")
  }

  package static func truncated(_ path: String, _ byteCount: Int, needed: Int) -> PluginRefusal {
    PluginRefusal(
      .truncated,
      "\(path): truncated: it has \(byteCount) of at least \(needed) bytes: "
        + "copy it to another name, and rename it when it is whole")
  }

  package static func tooLarge(
    _ path: String, _ part: String, _ byteCount: Int, limit: Int
  ) -> PluginRefusal {
    PluginRefusal(
      .tooLarge,
      "\(path): too large: \(byteCount) bytes of \(part), and at most \(limit) are read")
  }

  /// The refusal of a file that needs a library that can't be loaded.
  ///
  /// - Parameter library: the message about the library.
  package static func libraryRefused(_ path: String, _ library: String) -> PluginRefusal {
    PluginRefusal(.libraryRefused, "\(path): needs \(library)")
  }

  /// The reason why there is no library of a name.
  ///
  /// - Parameters:
  ///   - user: the file that needs it; nil for the plug-in.
  ///   - folders: the folders where it was searched for; empty for a path.
  package static func missingLibrary(
    _ reason: String, neededBy user: String?, searched folders: [String]
  ) -> String {
    let needed = user.map { ", and \($0) needs it" } ?? ""
    if folders.isEmpty { return reason + needed }
    return "\(reason)\(needed): put it into one of the searched folders: "
      + folders.joined(separator: ", ")
  }

  package static func otherArchitecture(
    _ path: String, found: String, wanted: String
  ) -> PluginRefusal {
    PluginRefusal(.otherArchitecture, "\(path): built for \(found), and this process is \(wanted)")
  }

  package static func otherCompiler(
    _ path: String, found: String, wanted: String
  ) -> PluginRefusal {
    PluginRefusal(
      .otherCompiler,
      "\(path): compiled by \(found), and the Graft of this process by \(wanted): build it with "
        + "that one, or load it with allowingOtherCompilers: true")
  }

  package static func unresolvedSymbol(
    _ path: String, _ symbol: String, demangled: String
  ) -> PluginRefusal {
    PluginRefusal(
      .unresolvedSymbol,
      "\(path): needs \(demangled), which no loaded image has (\(symbol)): "
        + "build it again with the libraries that this process has loaded")
  }

  package static func epochDiffers(_ path: String, found: Int, wanted: Int) -> PluginRefusal {
    PluginRefusal(
      .epochDiffers,
      "\(path): compiled with a Graft of epoch \(found), and the one in this process is of epoch "
        + "\(wanted): build it, and the libraries that it needs, with the Graft of this process")
  }

  package static func notLoaded(_ path: String, _ reason: String) -> PluginRefusal {
    PluginRefusal(.notLoaded, "\(path): \(reason)")
  }

  package static func newerRecord(_ path: String, version: Int) -> PluginRefusal {
    PluginRefusal(
      .newerRecord,
      "\(path): its records or their anchor have version \(version), and this Graft reads version 1: "
        + "update Graft, or build the image with this one")
  }

  /// The refusal of an extension that was compiled against another shape of its
  /// protocol.
  ///
  /// - Parameter differences: the differences between that protocol and the
  ///   process's; empty if they are unknown.
  package static func shapeDiffers(
    _ path: String, _ extensionName: String, of protocolName: String, _ differences: [String]
  ) -> PluginRefusal {
    let list = differences.isEmpty ? "" : " (\(differences.joined(separator: "; ")))"
    return PluginRefusal(
      .shapeDiffers,
      "\(path): \(extensionName) was compiled against another version of \(protocolName)\(list): "
        + "build it again")
  }

  package static func moduleTwice(_ path: String, module: String) -> PluginRefusal {
    PluginRefusal(
      .moduleTwice,
      "\(path): brings its own copy of module \(module), so its protocols are others: "
        + dynamicProduct(module))
  }

  /// The refusal of builds of a plug-in with a protocol each, where another image uses the old one.
  ///
  /// - Parameters:
  ///   - protocolName: the name with its module.
  ///   - build: the older build.
  ///   - user: the image that uses its protocol, which can be the refused one.
  package static func protocolInUse(
    _ path: String, _ protocolName: String, of build: String, by user: String
  ) -> PluginRefusal {
    PluginRefusal(
      .protocolInUse,
      "\(path): \(user) depends on \(build), whose protocol \(protocolName) is another one than that "
        + "of a newer build: "
        + dynamicProduct(String(protocolName.prefix { $0 != "." })))
  }

  private static func dynamicProduct(_ module: String) -> String {
    "make \(module) a dynamic product of a package of its own, on which both depend "
      + "(the targets of one package are linked into each of its products)"
  }

  /// The refusal of an image that would bring a second copy of Graft.
  ///
  /// - Parameters:
  ///   - images: the images with a copy.
  ///   - toChange: the images to link differently.
  package static func graftTwice(
    _ path: String, images: [String], toChange: [String]
  ) -> PluginRefusal {
    PluginRefusal(
      .graftTwice,
      "\(path): Graft would be in this process twice: link \(product(among: images)) into "
        + "\(toChange.joined(separator: " and into ")), instead of another Graft "
        + "(copies are in \(images.joined(separator: " and ")))")
  }

  /// The dynamic product to link everything to.
  ///
  /// - Parameter images: the images with a copy of Graft, the process's own first.
  package static func product(among images: [String]) -> String {
    images.lazy.compactMap(product(ofLibrary:)).first ?? "Graft-dynamic"
  }

  /// The dynamic product that a library of Graft is; nil for other files.
  package static func product(ofLibrary path: String) -> String? {
    ["Graft-dynamic", "GraftCourier-dynamic", "GraftTesting-dynamic"].first {
      "/\(path)".hasSuffix("/lib\($0).so")
    }
  }

  package static func swiftRuntimeTwice(_ path: String) -> PluginRefusal {
    PluginRefusal(
      .swiftRuntimeTwice,
      "\(path): would bring a second Swift runtime into this process: "
        + "link both without -static-stdlib and -static-executable")
  }

  /// The refusal of an image that would change nothing.
  ///
  /// - Parameter other: the file that has its extensions too.
  package static func buildUnnamed(_ path: String, other: String) -> PluginRefusal {
    PluginRefusal(
      .buildUnnamed,
      "\(path): has the extensions that \(other) brings already: if it is a newer build of that, "
        + "write one name in @Plugin(name:version:) of both, or load both with one identity; if it "
        + "is another plug-in, rename its module")
  }

  /// The refusal of an image that brings conflicts.
  ///
  /// - Parameter conflicts: the texts of `conflict(…)`.
  package static func conflict(_ path: String, _ conflicts: [String]) -> PluginRefusal {
    PluginRefusal(
      .conflict,
      "\(path): would bring a conflict: "
        + conflicts.joined(separator: "; "))
  }

  package static func malformedManifest(_ path: String, _ reason: String) -> PluginRefusal {
    PluginRefusal(.malformedManifest, "\(path): \(reason)")
  }

  package static func severalManifests(
    _ path: String, _ manifests: [PluginManifest]
  ) -> PluginRefusal {
    malformedManifest(path, several(manifests))
  }

  /// The message for an image with several manifests.
  package static func several(_ manifests: [PluginManifest]) -> String {
    let places = manifests.map { "\($0) in \($0.source)" }.joined(separator: ", ")
    return "it has several manifests: \(places)"
  }

  package static func needsMissing(
    _ path: String, plugin: String, _ missing: [PluginManifest.Shortfall]
  ) -> PluginRefusal {
    PluginRefusal(
      .needsMissing,
      "\(path): \(plugin) needs \(missing.map(\.description).joined(separator: "; needs ")): "
        + "update the host, or say in providing: what it has")
  }

  /// The refusal of a build that would supersede what another plug-in, `user`, still needs.
  package static func neededOtherwise(
    _ path: String, plugin: String, by user: String, _ need: PluginManifest.Need
  ) -> PluginRefusal {
    PluginRefusal(
      .neededOtherwise,
      "\(path): \(plugin) can't supersede what \(user) needs, \(need): put a newer build of that "
        + "beside it, or withdraw it")
  }

  package static func olderVersion(
    _ path: String, plugin: String, counting: String
  ) -> PluginRefusal {
    PluginRefusal(
      .olderVersion,
      "\(path): \(plugin) is older than what this process has loaded, \(counting): "
        + "remove it, or load with allowingDowngrades: true")
  }
}

extension ExtensionDescriptor {
  /// The extension with its protocol, source and file, as in diagnostics.
  package func description(in fileName: String) -> String {
    let conditions = conditions.isEmpty ? "" : " where " + conditions.joined(separator: ", ")
    return "\(extensionName): \(protocolName)\(conditions) (\(source)) in \(fileName)"
  }
}

extension PluginRefusal {
  /// The text of a conflict, as in diagnostics.
  ///
  /// - Parameters:
  ///   - place: the first extension, or its location.
  ///   - others: the other extensions.
  package static func conflict(
    _ place: String, for requirement: RequirementName, of subject: String, with others: [String]
  ) -> String {
    "\(place): conflict for \(requirement) of \(subject) with "
      + others.joined(separator: ", ") + ": give one of them a priority or a further constraint"
  }

  /// The text of a decision between plug-ins by their names.
  ///
  /// - Parameters:
  ///   - place: the extension that comes first, or its location.
  ///   - other: the next extension.
  package static func decidedByName(
    _ place: String, for requirement: RequirementName, of subject: String, over other: String
  ) -> String {
    "\(place): before \(other) for \(requirement) of \(subject) only by the name of its plug-in: "
      + "give one of them a priority or a further constraint"
  }
}
