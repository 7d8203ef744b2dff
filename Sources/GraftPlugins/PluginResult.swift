// SPDX-License-Identifier: Apache-2.0

public import Graft
import GraftDescriptors

/// The result for one file of a folder of plug-ins.
public struct PluginResult: Equatable, Sendable {
  /// The result.
  public enum Outcome: Equatable, Sendable {
    /// Its extensions count.
    case loaded(ImageArrival)
    /// Nothing of it counts.
    case refused(ImageLoadError)
    /// It is not a plug-in to load.
    case passedOver(PassOver)
  }

  /// The reason why a file is not loaded as a plug-in.
  public enum PassOver: Equatable, Sendable {
    /// The file is a symbolic link; links usually lead to files of the same folder.
    case symbolicLink
    /// The file is a folder, a FIFO or a device.
    case notRegularFile
    /// The file is not ELF.
    case notELF
    /// The name is not UTF-8.
    case nameNotUTF8
    /// This process has loaded the same build.
    case alreadyLoaded(ExtensionImage)
    /// Another file of the folder has the same plug-in, in a newer version or the same
    /// one.
    case superseded(by: String)
    /// The file is a library that this process has, from this path, and that plug-ins
    /// share with it.
    case inProcess(path: String)
    /// The file is a library without descriptors, which is loaded only if a plug-in
    /// needs it.
    case noDescriptors
    /// The file has no manifest, and others of the folder have: it is a library with
    /// extensions, which is loaded only if a plug-in needs it.
    case noManifest
    /// `GRAFT_BLOCK` or `ExtensionRegistry.block(_:)` names the plug-in.
    case blocked
  }

  /// The file's path, which begins with the given folder.
  public let path: String
  /// The link's target, if the file is a symbolic link that was followed.
  public let target: String?
  /// The file's contents; nil if they were not read, or can't be.
  public let candidate: PluginCandidate?
  /// The result.
  public let outcome: Outcome

  /// The arrival, if it was loaded.
  public var arrival: ImageArrival? {
    if case .loaded(let arrival) = outcome { arrival } else { nil }
  }

  /// The error, if it was refused.
  public var error: ImageLoadError? {
    if case .refused(let error) = outcome { error } else { nil }
  }
}

extension PluginResult: CustomStringConvertible {
  public var description: String {
    switch outcome {
    case .loaded(let arrival):
      (["\(path): loaded, with \(arrival.descriptors.count.counted("descriptor"))"]
        + arrival.warnings).joined(separator: "; ")
    case .refused(let error): "refused: \(error)"
    case .passedOver(let reason): "\(path): passed over: \(reason)"
    }
  }
}

extension PluginResult.PassOver: CustomStringConvertible {
  public var description: String {
    switch self {
    case .symbolicLink:
      "a symbolic link: its target is taken if it is in the folder and matches, or with "
        + "followingLinks: true"
    case .notRegularFile: "not a regular file"
    case .notELF: "not an ELF file"
    case .nameNotUTF8: "its name is not UTF-8: rename it"
    case .alreadyLoaded(let image):
      "this process has loaded the same build from \(image.path)\(Self.wayBack(image))"
    case .superseded(let path): "\(path) has the same plug-in, in this version or a newer one"
    case .inProcess(let path): "this process has it from \(path)"
    case .noDescriptors: "no plug-in, since it has no descriptors (an extension needs @Extension)"
    case .noManifest:
      "no plug-in, since it has no manifest (@Plugin), and others of the folder have"
    case .blocked: "its plug-in is blocked"
    }
  }

  /// The way in which a build that does not count comes back.
  private static func wayBack(_ image: ExtensionImage) -> String {
    switch image.state {
    case .withdrawn: ", which is withdrawn: reinstate() takes it back"
    case .rolledBack: ", which was rolled back: reinstate() takes it back"
    default: ""
    }
  }
}
