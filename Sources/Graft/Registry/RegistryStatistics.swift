// SPDX-License-Identifier: Apache-2.0

/// What the registry has done since the process began, and what it keeps: by these a program
/// sees what grows.
public struct RegistryStatistics: Equatable, Sendable {
  /// How often the chains of a subject were made, by a call, a change or a question.
  public let resolutions: Int
  /// The extension objects of all subjects. They live as long as the process.
  public let links: Int
  /// The conformances that the loaded images declare, each read once.
  public let conformances: Int
  /// How often the Swift runtime was asked whether a type conforms, which costs a search in
  /// all of them: for conformances with conditions or for an actor, for types from C, and at
  /// the first question about an extension.
  public let questions: Int
}
