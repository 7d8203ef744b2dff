// SPDX-License-Identifier: Apache-2.0

import API
import Glibc
import GraftPlugins

@Extension
final class Whole<Subject: Codec>: CodecExtension<Subject> {
  override func decode(_ subject: Subject, _ text: String) throws -> [String] { [text] }
}

// Which also a program does that was compiled with optimisation.
let isAllowed = CommandLine.arguments.contains("--allowed")
ImageReload.start(allowedInRelease: isAllowed)
if CommandLine.arguments.count > 1, CommandLine.arguments[1] != "--allowed" {
  _ = try ExtensionImage.load(CommandLine.arguments[1])
}

// The state of the program, which no build touches.
var count = 0
var last: [String] = []
while true {
  let words = try Lines().decode("a b")
  if words != last {
    count += 1
    print("answer \(count): \(words)")
    fflush(nil)
    last = words
  }
  usleep(1_000)
}
