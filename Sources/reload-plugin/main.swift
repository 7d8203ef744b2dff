// SPDX-License-Identifier: Apache-2.0

import CLibrary

do {
  let options = try Options(CommandLine.arguments.dropFirst())
  exit(try Session(options).run())
} catch {
  Report.line("\(error)")
  exit(1)
}
