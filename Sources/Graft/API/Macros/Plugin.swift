// SPDX-License-Identifier: Apache-2.0

/// Writes into an image what it says of itself as a plug-in, where hosts, and
/// `inspect-sections`, read it without running anything of the image.
///
/// On a type at file scope, once in an image. If the type conforms to `ImageLifecycle`, it is
/// told when the plug-in comes to count and ceases to.
///
/// - Parameters:
///   - name: for people.
///   - version: of the plug-in, such as `1.2.0`.
///   - needs: by its name the lowest version that will do of each thing that the host has to
///     provide in `ExtensionImage.loadAll`;
///     names have no spaces.
@attached(peer)
public macro Plugin(name: String, version: String, needs: [String: String] = [:]) =
  #externalMacro(module: "GraftMacros", type: "PluginAttribute")
