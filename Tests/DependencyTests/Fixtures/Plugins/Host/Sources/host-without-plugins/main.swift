// SPDX-License-Identifier: Apache-2.0

import Graft

@Extensible
protocol Codec {
  func decode(_ text: String) throws -> [String]
}

@Extension
final class Whole<Subject: Codec>: CodecExtension<Subject> {
  override func decode(_ subject: Subject, _ text: String) throws -> [String] { [text] }
}

struct Lines: Codec {}

let codec: any Codec = Lines()
print(try codec.decode("a b"))
