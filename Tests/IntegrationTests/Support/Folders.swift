// SPDX-License-Identifier: Apache-2.0

import TestSupport

extension Folders {
  static let fixtures = package + "Tests/IntegrationTests/Fixtures/"
}
