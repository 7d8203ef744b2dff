// SPDX-License-Identifier: Apache-2.0
import Graft
import Synchronization

final class Counter { var count = 0 }

@Advice(protocols: "*")
final class Tracer: PointcutAdvice {
  private let calls = Mutex(0)
  private let counter = Counter()  // error: type 'Counter' does not conform to the 'Sendable'

  override func before(_ call: AdvisedCall) { counter.count += 1 }
}
