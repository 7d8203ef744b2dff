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
}

@Advice(protocols: "Player")
nonisolated final class Logging: PointcutAdvice {
  override func before(_ call: AdvisedCall) {}
}
