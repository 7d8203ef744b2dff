// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// The result of judging a plug-in for a process with a host's files.
public struct PluginFit: Sendable {
  /// The plug-in.
  public let origin: Origin
  /// The reason for which `load` would refuse it; nil if the files show none.
  package let refusal: PluginRefusal?
  /// The conditions that only the running program decides, for people.
  public let conditions: [String]
  /// The libraries that the process does not have, in the order in which they are searched for.
  public let libraries: [Library]
  /// The versions that the plug-in and these libraries need; nil if the file can't be read.
  public let floor: VersionFloor?

  /// A library that is searched for.
  public struct Library: Sendable {
    /// The name by which it is needed.
    public let name: String
    /// The path; nil if it is not found.
    public let path: String?
    /// The file that needs it.
    public let user: String
    /// The folders that were searched, up to the one that has it; none for a name with a slash.
    public let searched: [String]
  }

  /// Whether the files show no reason to refuse it.
  public var isAccepted: Bool { refusal == nil }
  /// The reason's name, as in `ImageLoadError`; nil if it is accepted.
  public var reason: String? { refusal?.kind.rawValue }
  /// The message, with the file and what to do; nil if it is accepted.
  public var text: String? { refusal?.text }

  init(
    _ origin: Origin, _ refusal: PluginRefusal?, conditions: [String] = [],
    libraries: [Library] = [], floor: VersionFloor? = nil
  ) {
    (self.origin, self.refusal) = (origin, refusal)
    (self.conditions, self.libraries, self.floor) = (conditions, libraries, floor)
  }
}

/// The host's options for loading, and the versions it provides.
public struct HostPolicy: Sendable {
  /// The treatment of conflicts by `load`.
  public var onConflict = ConflictChoice.firstByName
  /// Whether `load` allows other compilers.
  public var allowsOtherCompilers = false
  /// The versions of what plug-ins can need, by name; nil if they are unknown.
  public var provided: [String: PluginVersion]?
  /// The newest versions of symbols that plug-ins may need, each of another family.
  public var limits: [SymbolVersion] = []
  /// The folder that is the root of the machine that loads plug-ins; nil for this machine.
  public var root: Path?

  /// Creates a policy that allows nothing and does not know what is provided.
  public init() {}
}
