// SPDX-License-Identifier: Apache-2.0

import Foundation

do throws(EmitFailure) {
  try EmitShim(Array(CommandLine.arguments.dropFirst())).run()
} catch {
  FileHandle.standardError.write(Data("emit-shim: \(error)\n".utf8))
  exit(error.status)
}
