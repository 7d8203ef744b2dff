// SPDX-License-Identifier: Apache-2.0

/// A program as Graft in its process describes it, by the structures of `graft_debug.h`.
public struct RunningProgram: Hashable, Sendable {
  /// The images with records, the oldest first.
  ///
  /// An image appears when a call or a change takes it in.
  public internal(set) var images: [Image] = []
  /// The blocked extensions and plug-ins, the oldest first.
  public internal(set) var blocked: [Blocked] = []
  /// The installed advice, the oldest first.
  public internal(set) var advice: [Advice] = []

  /// Creates a program of which nothing is known.
  public init() {}

  /// An image of the process.
  public struct Image: Hashable, Sendable {
    /// The path by which the process knows it.
    public let path: Path
    /// The name in its manifest; nil if it is no plug-in.
    public let plugin: String?
    /// The address of its records in memory.
    public let recordsAddress: UInt64
    /// The number of its records.
    public let recordCount: UInt64
    /// The state, by which its extensions count or not.
    public let state: ImageState
    /// The file at hand that has its records; nil if there is none.
    public internal(set) var entry: ScanEntry?

    /// The file at hand, or the path by which the process knows it.
    public var origin: Origin { entry?.origin ?? Origin(path) }
  }

  /// A blocked extension or plug-in.
  public struct Blocked: Hashable, Sendable {
    /// The extension's name with its module, or the plug-in's.
    public let name: String
  }

  /// An installed advice, or all of one rank for single objects or single tasks.
  public struct Advice: Hashable, Sendable {
    /// The name; nil if it has none.
    public let name: String?
    /// The call that installed it, as `Module/File.swift:line`; nil for objects
    /// and tasks.
    public let source: String?
    /// The protocol's name.
    public let protocolName: String
    /// The requirement's name.
    public let requirement: String
    /// The subjects, for people.
    public let subjects: String
  }

  /// The image of a file that counts, or else the last one; nil if no image of the
  /// file was taken in.
  public func image(of entry: ScanEntry) -> Image? {
    let images = images.filter { $0.entry == entry }
    return images.first { $0.state == .active } ?? images.last
  }
}

/// The state of an image in a process, by the numbers of `graft_debug.h`.
public enum ImageState: UInt64, Hashable, Sendable, CaseIterable {
  case staged, active, withdrawn, superseded, rolledBack, refused

  /// The state for people.
  public var text: String { self == .rolledBack ? "rolled back" : name }
  /// The state for programs.
  public var name: String { "\(self)" }
}

/// The state of an extension in a process.
public enum ExtensionState: Hashable, Sendable {
  /// The state of its image.
  case ofImage(ImageState)
  /// The image is active, and the extension or its plug-in is blocked.
  case blocked

  /// Whether the extension can answer calls.
  public var counts: Bool { self == .ofImage(.active) }

  /// The state for people.
  public var text: String {
    switch self {
    case .ofImage(let state): state.text
    case .blocked: name
    }
  }

  /// The state for programs.
  public var name: String {
    switch self {
    case .ofImage(let state): state.name
    case .blocked: "blocked"
    }
  }
}
