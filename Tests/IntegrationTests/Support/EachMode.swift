// SPDX-License-Identifier: Apache-2.0

import Testing

/// The mode of fixtures that are made for the running test.
enum FixtureMode {
  @TaskLocal static var current = Mode.debug
}

/// Runs each test of a suite once for each mode: in whole runs in debug and in release.
struct EachMode: TestTrait, SuiteTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    for mode in Mode.allCases {
      try await FixtureMode.$current.withValue(mode, operation: function)
    }
  }

  func scopeProvider(for test: Test, testCase: Test.Case?) -> EachMode? {
    testCase == nil ? nil : self
  }
}

extension Trait where Self == EachMode {
  /// The trait of tests whose fixtures are built as users build.
  static var inEachMode: Self { EachMode() }
}
