// SPDX-License-Identifier: Apache-2.0

import Graft
public import Testing

/// Gives each test an advice scope of its own: what a test installs with the option `.forTask`
/// runs for its own calls only, and is removed when the test ends.
///
/// A suite's trait is for each of its tests.
public struct AdvisedTrait: TestTrait, SuiteTrait, TestScoping {
  private let install: @Sendable () async throws -> Void

  fileprivate init(_ install: @escaping @Sendable () async throws -> Void) {
    self.install = install
  }

  /// Applies to all tests of a suite.
  public var isRecursive: Bool { true }

  /// Runs a test in a scope of its own.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await ExtensionRegistry.withTaskAdvice {
      try await install()
      try await function()
    }
  }
}

extension Trait where Self == AdvisedTrait {
  /// Gives the test an advice scope.
  public static var advised: Self { AdvisedTrait {} }

  /// Gives the test an advice scope, and installs advice in it.
  ///
  /// - Parameter install: runs before the test, in its scope.
  public static func advised(_ install: @escaping @Sendable () async throws -> Void) -> Self {
    AdvisedTrait(install)
  }
}
