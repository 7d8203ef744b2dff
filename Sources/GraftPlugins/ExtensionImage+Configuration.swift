// SPDX-License-Identifier: Apache-2.0

public import Graft

extension ExtensionImage {
  /// Gives a plug-in a value that its `onLoad` can ask for, instead of the value before.
  ///
  /// - Parameters:
  ///   - plugin: the name in the plug-in's manifest, or else its identity.
  ///   - value: a value of a type that host and plug-in share, such as one of the API. Later builds
  ///     of the plug-in get it too.
  public static func configure(_ plugin: String, with value: some Sendable) {
    // The previous value is released after the lock.
    extendLifetime(configurations.withLock { $0.updateValue(value, forKey: plugin) })
  }

  /// The value that the host has given to this plug-in; nil if it gave none.
  ///
  /// - Throws: `PluginConfigurationError` if the value has another type.
  public func configuration<Value: Sendable>(
    as type: Value.Type = Value.self
  ) throws(PluginConfigurationError) -> Value? {
    let plugin = manifest?.name ?? identity
    guard let value = Self.configurations.withLock({ $0[plugin] }) else { return nil }
    guard let value = value as? Value else {
      throw PluginConfigurationError(
        plugin: plugin, found: "\(Swift.type(of: value as Any))", wanted: "\(type)")
    }
    return value
  }

  private static let configurations = Guarded<[String: any Sendable]>([:])
}

/// A host's configuration of another type than its plug-in asks for.
public struct PluginConfigurationError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The plug-in's name.
  public let plugin: String
  /// The type of the value that the host gave.
  public let found: String
  /// The type that the plug-in asks for.
  public let wanted: String

  public var description: String {
    "\(plugin): the host's configuration is of type \(found), and the plug-in asks for \(wanted): "
      + "both take the type from the API's library"
  }
}
