// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import Glibc

// A closed pipe is an error of write(2), and quiet.
signal(SIGPIPE, SIG_IGN)

/// As they came: `CommandLine.arguments` repairs what is not UTF-8.
let words = (1..<max(1, Int(CommandLine.argc))).compactMap { index in
  CommandLine.unsafeArgv[index].map { word in
    Path(bytes: Array(UnsafeRawBufferPointer(start: word, count: strlen(word))))
  }
}

exit(Command.run(words))
