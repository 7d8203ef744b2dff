// SPDX-License-Identifier: Apache-2.0

/// A plug-in's manifest.
///
/// A host can read it without mapping the plug-in's file.
///
/// `docs/abi.md` specifies the bytes.
public struct PluginManifest: Equatable, Sendable {
  /// A dependency that the host or another plug-in has to provide.
  public struct Need: Equatable, Sendable {
    /// The dependency's name, such as that of an API or of a plug-in; without spaces.
    public var name: String
    /// The lowest version that will do; nil if any will.
    public var minimum: PluginVersion?
    /// The version from which on none will do; nil if there is no such version.
    public var limit: PluginVersion?

    /// Creates a need.
    ///
    /// - Parameters:
    ///   - name: the dependency's name, such as that of an API or of a plug-in; without spaces.
    ///   - minimum: the lowest version that will do; nil if any will.
    ///   - limit: the version from which on none will do; it goes with a lowest version.
    public init(_ name: String, minimum: PluginVersion? = nil, limit: PluginVersion? = nil) {
      self.name = name
      self.minimum = minimum
      self.limit = limit
    }

    /// Whether a version will do.
    ///
    /// A pre-release of the limit, such as `3.0-beta` with `2.1..<3`, will not.
    public func isMet(by version: PluginVersion) -> Bool {
      if let minimum, version < minimum { return false }
      guard let limit else { return true }
      return version < limit && !version.isPrerelease(of: limit)
    }
  }

  /// A need that is not met.
  public struct Shortfall: Equatable, Sendable {
    /// The plug-in's need.
    public var need: Need
    /// The version that there is; nil if there is none.
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
  ///   - needs: the dependencies that its host or other plug-ins have to provide.
  ///   - source: the source location as `Module/File.swift:line`.
  public init(name: String, version: PluginVersion, needs: [Need] = [], source: String = "") {
    self.name = name
    self.version = version
    self.needs = needs
    self.source = source
  }

  /// The needs that are not met, in order.
  ///
  /// - Parameter provided: the versions that there are, by name.
  public func missing(providing provided: [String: PluginVersion]) -> [Shortfall] {
    needs.compactMap { need in
      guard let found = provided[need.name] else { return Shortfall(need: need, provided: nil) }
      return need.isMet(by: found) ? nil : Shortfall(need: need, provided: found)
    }
  }
}

extension PluginManifest: CustomStringConvertible {
  public var description: String { "\(name) \(version)" }
}

extension PluginManifest.Need: CustomStringConvertible {
  /// The text in a record: `greetings-host 2.1`, `Maps 2.1..<3`.
  public var description: String {
    minimum.map { "\(name) \($0)" + (limit.map { "..<\($0)" } ?? "") } ?? name
  }

  /// Parses the text of a record.
  ///
  /// - Parameter text: a name without spaces, optionally followed by a space
  ///   and versions, `2.1` or `2.1..<3`; the result is nil for another form.
  public init?(written text: String) {
    guard let space = text.utf8.firstIndex(of: 0x20) else {
      guard !text.isEmpty else { return nil }
      self.init(text)
      return
    }
    let name = String(text[..<space])
    let versions = text[text.utf8.index(after: space)...]
    let range = versions.firstRange(of: "..<")
    guard !name.isEmpty,
      let minimum = PluginVersion(String(versions[..<(range?.lowerBound ?? versions.endIndex)]))
    else { return nil }
    var limit: PluginVersion?
    if let range {
      limit = PluginVersion(String(versions[range.upperBound...]))
      if limit == nil { return nil }
    }
    self.init(name, minimum: minimum, limit: limit)
  }
}

extension PluginManifest.Shortfall: CustomStringConvertible {
  public var description: String {
    "\(need), of which there is \(provided.map(\.text) ?? "nothing")"
  }
}
