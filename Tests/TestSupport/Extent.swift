// SPDX-License-Identifier: Apache-2.0

public import Testing

import Foundation

/// How much this run tests: everything, unless `Tests/run` says that it is a short one.
public enum Extent {
  public static let isShort = ProcessInfo.processInfo.environment["GRAFT_SHORT_TESTS"] != nil
}

extension Trait where Self == ConditionTrait {
  /// The trait of a test that short runs skip.
  ///
  /// - Parameter reason: what the test needs and a short run lacks.
  public static func inWholeRuns(because reason: String) -> Self {
    .enabled(if: !Extent.isShort, "\(reason): `Tests/run all` runs it")
  }
}
