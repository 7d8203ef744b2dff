// SPDX-License-Identifier: Apache-2.0

import CGraftLoader

/// Where an image has its conformance records, if it has the layout that is read here.
struct ConformanceSection: Equatable {
  private let start: UnsafeRawPointer?
  private let byteCount: Int
  private let version: Int
  /// Why its records are not read.
  private(set) var problem: String?

  /// - Parameter image: what Swift has registered of it.
  init(image: UInt) {
    self.init(at: image)
    if isLoaded { problem = findProblem() }
  }

  private init(at image: UInt) {
    let found = graft_find_conformances(UnsafeRawPointer(bitPattern: image))
    (start, byteCount, version) = (found.start, found.byte_count, found.version)
  }

  var isLoaded: Bool { version != 0 }

  /// Whether the image is still what it was.
  func isUnchanged(of image: UInt) -> Bool {
    let now = ConformanceSection(at: image)
    return (now.start, now.byteCount, now.version) == (start, byteCount, version)
  }

  private func findProblem() -> String? {
    guard start != nil else { return "version \(version) of its metadata sections is not known" }
    return addresses.lazy.map { ConformanceRecord(relativePointer: $0).unknownFlags }
      .first { $0 != 0 }
      .map { "a conformance has the unknown flags 0x" + String($0, radix: 16) }
  }

  /// Of the pointers to the records.
  private var addresses: [UnsafeRawPointer] {
    start.map { start in stride(from: 0, to: byteCount, by: 4).map { start + $0 } } ?? []
  }

  /// With the descriptors of their types.
  var records: [(ConformanceRecord, UnsafeRawPointer)] {
    guard problem == nil else { return [] }
    return addresses.compactMap { address in
      let record = ConformanceRecord(relativePointer: address)
      return record.type.map { (record, $0.address) }
    }
  }
}
