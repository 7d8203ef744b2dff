// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import CLibrary

// A closed pipe is an error of write(2), and quiet.
signal(SIGPIPE, SIG_IGN)

// Open closed standard streams so that reads and writes fail, and no file that
// is opened later gets their numbers.
let modes = [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDWR)]
for (stream, mode) in modes where fcntl(stream, F_GETFD) < 0 {
  _ = open("/dev/null", mode)
}

/// The raw arguments; `CommandLine.arguments` repairs invalid UTF-8.
let words = (1..<max(1, Int(CommandLine.argc))).compactMap { index in
  CommandLine.unsafeArgv[index].map { word in
    Path(bytes: Array(UnsafeRawBufferPointer(start: word, count: strlen(word))))
  }
}

exit(Command.run(words))
