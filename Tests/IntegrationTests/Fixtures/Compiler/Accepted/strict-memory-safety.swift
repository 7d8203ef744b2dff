// SPDX-License-Identifier: Apache-2.0
// -strict-memory-safety

import GraftCourier

@Extensible
public protocol Player {
  var title: String { get set }
  func play() -> Int
  func load() async -> Int
  func save() throws(CancellationError)
  init(title: String)
}

@Extension
final class Playing<Subject: Player>: PlayerExtension<Subject> {
  override func play(_ subject: Subject) -> Int { 1 }
}

struct Radio: Player {
  @Advisable((any Player).self) func play() -> Int { 2 }
}

@Extensible
@Courier
public protocol Listener: AnyObject {
  func hear(_ text: String) -> String
  func read(_ bytes: UnsafePointer<UInt8>) -> UnsafePointer<UInt8>?
}

@Courier
public protocol Reader: AnyObject {
  var bytes: UnsafeMutableRawPointer { get set }
  subscript(_ handle: OpaquePointer) -> Int { get set }
  func read(_ bytes: UnsafePointer<UInt8>) -> String
  func next() -> UnsafePointer<UInt8>?
  func load(_ bytes: UnsafePointer<UInt8>) async throws -> UnsafePointer<UInt8>
  func save(_ bytes: UnsafePointer<UInt8>) throws(CancellationError) -> UnsafePointer<UInt8>
  func map<Value>(
    _ value: Value, _ body: (UnsafePointer<Value>) throws -> Int
  ) rethrows -> UnsafePointer<Value>
  @unsafe func jump(_ address: Int) -> Int
  @safe func count(_ bytes: UnsafePointer<UInt8>) -> Int
}

@Courier(concurrent: true)
public protocol Fetcher: Sendable {
  @unsafe func fetch(_ address: Int) async -> Int
}

@Advice(protocols: "Player")
nonisolated final class Logging: PointcutAdvice {
  override func before(_ call: AdvisedCall) {}
}
