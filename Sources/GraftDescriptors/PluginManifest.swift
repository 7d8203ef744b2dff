// SPDX-License-Identifier: Apache-2.0

/// A plug-in's manifest.
///
/// A host can read it without mapping the plug-in's file.
///
/// `docs/abi.md` specifies the bytes.
public struct PluginManifest: Equatable, Sendable {
  /// A dependency that the host has to provide.
  public struct Need: Equatable, Sendable {
    /// The dependency's name, such as that of an API; without spaces.
    public var name: String
    /// The lowest version that will do; nil if any will.
    public var minimum: PluginVersion?

    /// Creates a need.
    ///
    /// - Parameters:
    ///   - name: the dependency's name, such as that of an API; without spaces.
    ///   - minimum: the lowest version that will do; nil if any will.
    public init(_ name: String, minimum: PluginVersion? = nil) {
      self.name = name
      self.minimum = minimum
    }
  }

  /// A need that a host does not meet.
  public struct Shortfall: Equatable, Sendable {
    /// The plug-in's need.
    public var need: Need
    /// The version that the host provides; nil if it has none.
    public var provided: PluginVersion?
  }

  /// The plug-in's name, for people.
  public var name: String
  /// The plug-in's version.
  public var version: PluginVersion
  /// The needs, in the order of the declaration; at most 65,535.
  public var needs: [Need]
  /// The source location as `Module/File.swift:line`; may be empty.
  public var source: String

  /// Creates a manifest.
  ///
  /// - Parameters:
  ///   - name: the plug-in's name, for people; not empty.
  ///   - version: the plug-in's version.
  ///   - needs: the dependencies that its host has to provide.
  ///   - source: the source location as `Module/File.swift:line`.
  public init(name: String, version: PluginVersion, needs: [Need] = [], source: String = "") {
    self.name = name
    self.version = version
    self.needs = needs
    self.source = source
  }

  /// The needs that a host does not meet, in order.
  ///
  /// - Parameter provided: the versions that the host provides, by name.
  public func missing(providing provided: [String: PluginVersion]) -> [Shortfall] {
    needs.compactMap { need in
      guard let found = provided[need.name] else { return Shortfall(need: need, provided: nil) }
      let isEnough = need.minimum.map { found >= $0 } ?? true
      return isEnough ? nil : Shortfall(need: need, provided: found)
    }
  }
}

extension PluginManifest: CustomStringConvertible {
  public var description: String { "\(name) \(version)" }
}

extension PluginManifest.Need: CustomStringConvertible {
  /// The text in a record: `greetings-host 2.1`.
  public var description: String { minimum.map { "\(name) \($0)" } ?? name }

  /// Parses the text of a record.
  ///
  /// - Parameter text: a name without spaces, optionally followed by a space
  ///   and the lowest version; the result is nil for another form.
  public init?(written text: String) {
    guard let space = text.utf8.firstIndex(of: 0x20) else {
      guard !text.isEmpty else { return nil }
      self.init(text)
      return
    }
    let name = String(text[..<space])
    guard !name.isEmpty, let minimum = PluginVersion(String(text[text.utf8.index(after: space)...]))
    else { return nil }
    self.init(name, minimum: minimum)
  }
}

extension PluginManifest.Shortfall: CustomStringConvertible {
  public var description: String {
    "\(need), of which there is \(provided.map(\.text) ?? "nothing")"
  }
}
