// SPDX-License-Identifier: Apache-2.0

@testable import ELFInspection
import Foundation
import GraftDescriptors
import Testing

@Suite("Types of relocations")
struct RelocationTypeTests {
  @Test("Those of data on MIPS have the names of the system's header")
  func mips() throws {
    let header = try String(contentsOfFile: "/usr/include/elf.h", encoding: .utf8)
    let ofData = header.matches(
      of: #/#define (R_MIPS_(?:\w*(?:32|64)|GLOB_DAT|JUMP_SLOT))\s+(\d+)/#)
    #expect(ofData.count >= 12)
    for match in ofData {
      let type = try #require(UInt32(match.output.2))
      #expect(RelocationTypes.name(type, machine: Machine.mips) == String(match.output.1))
      #expect(RelocationTypes.fillsWord(type, machine: Machine.mips))
    }
    // R_MIPS_HI16 and R_MIPS_TLS_TPREL_HI16 are in instructions.
    for type in [5, 49] as [UInt32] {
      #expect(!RelocationTypes.fillsWord(type, machine: Machine.mips))
    }
  }
}
