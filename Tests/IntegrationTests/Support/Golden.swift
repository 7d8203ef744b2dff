// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a fixture is expected to print.
enum Golden {
  static func text(_ file: String) throws -> String {
    try String(contentsOfFile: Folders.fixtures + file, encoding: .utf8)
  }
}
