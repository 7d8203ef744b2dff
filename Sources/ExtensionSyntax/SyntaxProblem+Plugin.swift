// SPDX-License-Identifier: Apache-2.0

/// Problems of `@Plugin`.
extension SyntaxProblem.Kind {
  public static let pluginIsNoType = Self(
    "@Plugin is for a type, which is told of the plug-in's life if it conforms to "
      + "'ImageLifecycle': write 'enum X {}'")
  public static let pluginNotAtFileScope = Self(
    "a type with @Plugin is at file scope: the section's record can't be in a type or function")
  public static let pluginIsGeneric = Self(
    "the type with @Plugin is not generic: it stands for the image")
  public static let pluginNameIsNoLiteral = Self(
    "a plug-in's name is a literal and not empty: it is written into the image's section")
  public static let pluginVersion = Self(
    "a version is a literal of numbers with dots between them, such as \"2.1\" or \"1.4.0-beta.2\"")
  public static let pluginNeedVersions = Self(
    "the versions that will do are a literal, such as \"2.1\", from that on, or \"2.1..<3\"")
  public static let pluginNeedsAreNoLiteral = Self(
    "what a plug-in needs is a literal, such as [\"greetings-host\": \"2.1\"]: it is written into "
      + "the image's section")
  public static let pluginNeedName = Self(
    "the name of what a plug-in needs is a literal, not empty and without spaces")

  public static func pluginNeedTwice(_ name: String) -> Self {
    Self("'\(name)' is needed twice: write the higher version once")
  }

  public static func uncalledLifecycle(_ name: String) -> Self {
    Self(
      "nothing calls '\(name)' unless the type conforms to 'ImageLifecycle', which a macro sees at "
        + "the type itself only: write ': ImageLifecycle' there", isWarning: true)
  }
}
