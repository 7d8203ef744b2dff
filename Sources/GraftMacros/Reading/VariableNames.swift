// SPDX-License-Identifier: Apache-2.0

import SwiftParser
import Synchronization

extension String {
  /// Whether it names a variable without backticks, or has them.
  ///
  /// The parser's answers are cached, since asking for each use took a fifth of the
  /// macros' time.
  var isVariableName: Bool {
    knownNames.withLock { known in
      if let isName = known[self] { return isName }
      let isName = isValidSwiftIdentifier(for: .variableName)
      known[self] = isName
      return isName
    }
  }
}

private let knownNames = Mutex<[String: Bool]>([:])
