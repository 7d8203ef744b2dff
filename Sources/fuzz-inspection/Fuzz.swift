// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import CLibrary

/// Reads whatever it is given, as everything that the inspector can read.
///
/// The commands to build and run it with libFuzzer and AddressSanitizer:
///
///     swift build -c release --product fuzz-inspection --scratch-path .build/fuzzing \
///         -Xswiftc -sanitize=fuzzer,address -Xswiftc -DFUZZING -Xswiftc -use-ld=lld
///     .build/fuzzing/release/fuzz-inspection -max_len=20000 CORPUS
///
/// Without them it reads the files of its arguments, such as an input that failed.
@main
enum Fuzz {
  static func main() {
    #if FUZZING
      var count = CommandLine.argc
      var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
      exit(
        runDriver(&count, &words) { start, count in
          Reading.readAll(Array(UnsafeBufferPointer(start: start, count: count)))
          return 0
        })
    #else
      for path in CommandLine.arguments.dropFirst() {
        guard let file = fopen(path, "r") else { continue }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF {
          bytes.append(UInt8(truncatingIfNeeded: byte))
        }
        fclose(file)
        Reading.readAll(bytes)
      }
    #endif
  }
}

#if FUZZING
  /// libFuzzer's loop.
  @_silgen_name("LLVMFuzzerRunDriver")
  private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  ) -> CInt
#endif
