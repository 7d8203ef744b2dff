// SPDX-License-Identifier: Apache-2.0

import API
import Graft

@Extension(priority: 1)
final class Words<Subject: Codec>: CodecExtension<Subject> {
  override func decode(_ subject: Subject, _ text: String) throws -> [String] {
    try super.decode(subject, text).flatMap { $0.split(separator: " ").map(String.init) }
  }
}
