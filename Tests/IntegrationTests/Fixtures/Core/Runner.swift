// SPDX-License-Identifier: Apache-2.0

import Testing

/// What SwiftPM writes for a bundle of tests, without XCTest.
@main struct Runner {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
