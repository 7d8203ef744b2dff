// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

/// A place in a linked file, by its virtual address.
struct FilePlace: MetadataPlace {
  let file: SwiftFile
  let address: UInt64

  func byte(at offset: Int) throws(InspectionError) -> UInt8 {
    try file.memory.byte(at: moved(by: offset))
  }

  func half(at offset: Int) throws(InspectionError) -> UInt16 {
    try file.memory.u16(at: moved(by: offset))
  }

  func word(at offset: Int) throws(InspectionError) -> UInt32 {
    try file.memory.u32(at: moved(by: offset))
  }

  func advanced(by offset: Int) -> FilePlace { FilePlace(file: file, address: moved(by: offset)) }

  func pointer() throws(InspectionError) -> PointerTable.Target? {
    try file.pointers.target(at: address)
  }

  var target: PointerTable.Target { .address(address) }

  private func moved(by offset: Int) -> UInt64 { address &+ UInt64(bitPattern: Int64(offset)) }
}

extension SwiftFile {
  func place(at address: UInt64) -> FilePlace { FilePlace(file: self, address: address) }
}
