// SPDX-License-Identifier: Apache-2.0

import CGraftLoader
import Testing

@testable import Graft

/// A cell is declared in C, for the loader, in Swift, for calls, and as words, by macros.
@Suite("A cell's memory")
struct DispatchCellTests {
  @Test("has one size in C, in Swift and as macros write it")
  func sizes() {
    #expect(MemoryLayout<GeneratedCode.DispatchCell>.size == MemoryLayout<graft_cell>.size)
    #expect(MemoryLayout<GeneratedCode.DispatchCell>.stride == MemoryLayout<graft_cell>.stride)
    #expect(
      MemoryLayout<GeneratedCode.DispatchCell>.alignment == MemoryLayout<graft_cell>.alignment)
    #expect(MemoryLayout<GeneratedCode.DispatchCell.Words>.size == MemoryLayout<graft_cell>.size)
  }

  @Test("has each field at the same place")
  func fields() {
    let memory = UnsafeMutablePointer<GeneratedCode.DispatchCell.Words>.allocate(capacity: 2)
    defer { memory.deallocate() }
    memory.initialize(repeating: (1, 2, 3, 4, 5), count: 2)
    let second = UnsafeRawPointer(memory + 1)
    let ofC = second.assumingMemoryBound(to: graft_cell.self).pointee
    #expect([ofC.key, ofC.head, ofC.table, ofC.next, ofC.class_tag] == [1, 2, 3, 4, 5])
    let ofSwift = GeneratedCode.DispatchCell.at(UnsafeMutableRawPointer(memory), 1)
    #expect(UnsafeRawPointer(ofSwift) == second)
    #expect(ofSwift.key.loadRelaxed() == 1)
    #expect(ofSwift.head.loadRelaxed() == 2)
    #expect(ofSwift.table.loadRelaxed() == 3)
    #expect(ofSwift.pointee.next == 4)
    #expect(ofSwift.pointee.classTag == 5)
  }

  @Test("holds the class tag that macros write where it is looked for")
  func classTag() {
    struct Scow: Ferry {}
    let cells = FerryExtension<Scow>.extensibleProtocol.cells
    #expect(cells.count == 1)
    #expect(cells.allSatisfy { $0.cell.pointee.classTag % 2 == 1 })
  }
}
