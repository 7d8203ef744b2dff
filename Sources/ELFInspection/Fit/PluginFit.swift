// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// Whether a process with a host's files would accept a plug-in.
public struct PluginFit: Sendable {
  /// The plug-in.
  public let origin: Origin
  /// Why it is refused, in the words of `load`; nil where nothing in the files speaks against
  /// it.
  package let refusal: PluginRefusal?
  /// What only the running program decides, for people.
  public let conditions: [String]

  /// Nothing in the files speaks against it.
  public var isAccepted: Bool { refusal == nil }
  /// What the reason is called, as in `ImageLoadError`; nil for none.
  public var reason: String? { refusal?.kind.rawValue }
  /// What is wrong, with the file and what to do.
  public var text: String? { refusal?.text }

  init(_ origin: Origin, _ refusal: PluginRefusal?, conditions: [String] = []) {
    (self.origin, self.refusal, self.conditions) = (origin, refusal, conditions)
  }
}

/// What a host allows, and has.
public struct HostPolicy: Sendable {
  /// As `load` takes it.
  public var allowsConflicts = false
  /// As `load` takes it.
  public var allowsOtherCompilers = false
  /// What plug-ins can need, by its name; nil where it is not known.
  public var provided: [String: PluginVersion]?

  /// Nothing is allowed, and what is provided is not known.
  public init() {}
}
