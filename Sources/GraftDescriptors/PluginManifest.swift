// SPDX-License-Identifier: Apache-2.0

/// What a plug-in says of itself. A host can read it without mapping the plug-in's file.
///
/// `docs/abi.md` specifies the bytes.
public struct PluginManifest: Equatable, Sendable {
  /// Something that the host has to provide.
  public struct Need: Equatable, Sendable {
    /// Such as that of an API; without spaces.
    public var name: String
    /// The lowest version that will do; nil if any does.
    public var minimum: PluginVersion?

    /// Something that the host has to provide.
    ///
    /// - Parameters:
    ///   - name: such as that of an API; without spaces.
    ///   - minimum: the lowest version that will do; nil if any does.
    public init(_ name: String, minimum: PluginVersion? = nil) {
      self.name = name
      self.minimum = minimum
    }
  }

  /// A need that a host does not meet.
  public struct Shortfall: Equatable, Sendable {
    /// What the plug-in needs.
    public var need: Need
    /// What the host provides of that name; nil if nothing.
    public var provided: PluginVersion?
  }

  /// Of the plug-in, for people.
  public var name: String
  /// Of the plug-in.
  public var version: PluginVersion
  /// In the order of the declaration; at most 65,535.
  public var needs: [Need]
  /// `Module/File.swift:line`; may be empty.
  public var source: String

  /// - Parameters:
  ///   - name: of the plug-in, for people; not empty.
  ///   - version: of the plug-in.
  ///   - needs: what its host has to provide.
  ///   - source: `Module/File.swift:line`.
  public init(name: String, version: PluginVersion, needs: [Need] = [], source: String = "") {
    self.name = name
    self.version = version
    self.needs = needs
    self.source = source
  }

  /// The needs that a host does not meet, in their order.
  ///
  /// - Parameter provided: by its name the version of each thing that the host has.
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
  /// As it stands in a record: `greetings-host 2.1`.
  public var description: String { minimum.map { "\(name) \($0)" } ?? name }

  /// - Parameter text: as in a record: a name without spaces, and behind a space the lowest
  ///   version; nil is returned for another form.
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
