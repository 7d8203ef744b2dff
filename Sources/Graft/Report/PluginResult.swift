// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// What became of one file of a folder of plug-ins.
public struct PluginResult: Equatable, Sendable {
  /// What became of a file.
  public enum Outcome: Equatable, Sendable {
    /// Its extensions count.
    case loaded(ImageArrival)
    /// Nothing of it counts.
    case refused(ImageLoadError)
    /// It was not a plug-in to load.
    case passedOver(PassOver)
  }

  /// Why a file was left alone.
  public enum PassOver: Equatable, Sendable {
    /// Most links of a folder lead to files of it, which are taken themselves; `followingLinks`
    /// takes others.
    case symbolicLink
    /// A folder, a FIFO or a device.
    case notRegularFile
    /// Another kind of file.
    case notELF
    /// A name that is not UTF-8.
    case nameNotUTF8
    /// This process has loaded the same build, from this path.
    case alreadyLoaded(path: String)
    /// Another file of the folder has the same plug-in, in a newer version or in the same.
    case superseded(by: String)
    /// A library that this process has, from this path, and that plug-ins share with it.
    case inProcess(path: String)
    /// A library without descriptors, which is loaded only if a plug-in needs it.
    case noDescriptors
    /// `GRAFT_BLOCK` or `ExtensionRegistry.block(_:)` names the plug-in.
    case blocked
  }

  /// The file: the folder as it was given, and its name in there.
  public let path: String
  /// Where it leads to, if it is a symbolic link that was followed.
  public let target: String?
  /// What it says of itself; nil where that was not read, or can't be.
  public let candidate: PluginCandidate?
  /// What became of it.
  public let outcome: Outcome

  /// What it brought, if it was loaded.
  public var arrival: ImageArrival? {
    if case .loaded(let arrival) = outcome { arrival } else { nil }
  }

  /// Why it was refused, if it was.
  public var error: ImageLoadError? {
    if case .refused(let error) = outcome { error } else { nil }
  }
}

extension PluginResult: CustomStringConvertible {
  public var description: String {
    switch outcome {
    case .loaded(let arrival): "\(path): loaded, with \(arrival.descriptors.count) descriptors"
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
    case .alreadyLoaded(let path): "this process has loaded the same build from \(path)"
    case .superseded(let path): "\(path) has the same plug-in, in this version or a newer one"
    case .inProcess(let path): "this process has it from \(path)"
    case .noDescriptors: "no plug-in, since it has no descriptors"
    case .blocked: "its plug-in is blocked"
    }
  }
}

/// What a plug-in's file says of itself, read without mapping it: no code of it has run.
public struct PluginCandidate: Equatable, Sendable {
  /// The file.
  public let path: String
  /// In hexadecimal; nil where the linker wrote none.
  public let buildID: String?
  /// What the file is called by those that need it; nil where it says nothing.
  public let soname: String?
  /// The libraries that it needs, by the names in its dynamic section (`DT_NEEDED`).
  public let neededLibraries: [String]
  /// What the plug-in says of itself; nil where it has no such record.
  public let manifest: PluginManifest?

  /// What was read; any two are alike.
  struct Source: Equatable, Sendable {
    let file: OpenFile?

    static func == (one: Source, other: Source) -> Bool { true }
  }

  /// Without a file once the policy has judged.
  var source: Source

  /// The last component of the path.
  public var fileName: String { ExtensionImage.fileName(of: path) }
}
