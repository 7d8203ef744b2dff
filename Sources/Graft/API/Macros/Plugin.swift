// SPDX-License-Identifier: Apache-2.0

/// Writes a plug-in's manifest into its image. Hosts and `inspect-sections` read it without running
/// code of the image.
///
/// Belongs on a type at file scope, once in an image. A type that conforms to `ImageLifecycle` is
/// told when the plug-in begins and ceases to count.
///
/// - Parameters:
///   - name: a name for people.
///   - version: the plug-in's version, such as `1.2.0`.
///   - needs: the versions of each thing that the host or another plug-in has to provide in
///     `ExtensionImage.loadAll`, by names without spaces: `2.1` is the lowest, `2.1..<3` excludes
///     3 and its pre-releases.
@attached(member, names: named(_isOfPlugin))
@attached(peer, names: named(_onePluginPerModule))
public macro Plugin(name: String, version: String, needs: [String: String] = [:]) =
  #externalMacro(module: "GraftMacros", type: "PluginAttribute")
