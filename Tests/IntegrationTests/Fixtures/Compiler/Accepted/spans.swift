// SPDX-License-Identifier: Apache-2.0

import Graft

@Extensible
protocol Filling {
  func fill(_ bytes: inout MutableSpan<UInt8>) -> Int
  func append(to bytes: inout OutputSpan<UInt8>)
  func sum(_ bytes: Span<UInt8>) -> Int
  func sum(_ bytes: Span<UInt8>, from start: Int) -> Int
  func hash(_ bytes: RawSpan) -> Int
  mutating func fill(_ bytes: inout MutableRawSpan, with value: UInt8) throws -> Int
}

@Default
extension Filling where Self: Graft::AuthorDefault {
  func fill(_ bytes: inout MutableSpan<UInt8>) -> Int { bytes.count }
  func sum(_ bytes: Span<UInt8>, from start: Int) -> Int { bytes.count - start }
}

@Extension(typed: true)
final class Counting<Subject: Filling>: FillingExtension<Subject> {
  override func fill(_ subject: Subject, _ bytes: inout MutableSpan<UInt8>) -> Int {
    super.fill(subject, &bytes) + 1
  }
}
