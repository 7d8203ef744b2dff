// SPDX-License-Identifier: Apache-2.0

import API
import Glibc
import Graft

@Extension
final class Whole<Subject: Codec>: CodecExtension<Subject> {
  override func decode(_ subject: Subject, _ text: String) throws -> [String] { [text] }
}

func decoded(_ codec: any Codec) throws -> String { try codec.decode("a b").description }

print(try decoded(Lines()))
guard dlopen(CommandLine.arguments[1], RTLD_NOW) != nil else {
  fatalError(String(cString: dlerror()))
}
print(try decoded(Lines()))
print(CodecExtension<Lines>.resolution["decode(_:)"]!.chain.count)
