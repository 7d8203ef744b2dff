// SPDX-License-Identifier: Apache-2.0

public import Testing

import Foundation

/// The extent of this run: everything, unless `Tests/run` requests a short one.
public enum Extent {
  public static let isShort = ProcessInfo.processInfo.environment["GRAFT_SHORT_TESTS"] != nil
}

extension Trait where Self == ConditionTrait {
  /// The trait of a test that short runs skip.
  ///
  /// - Parameter reason: the requirement of the test that a short run does not meet.
  public static func inWholeRuns(because reason: String) -> Self {
    .enabled(if: !Extent.isShort, "\(reason): `Tests/run all` runs it")
  }
}
