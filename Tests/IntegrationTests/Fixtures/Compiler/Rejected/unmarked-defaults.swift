// SPDX-License-Identifier: Apache-2.0

import Graft

protocol Clock {}

@Extensible
protocol Tracer {
  func start<Time: Clock>(_ name: String, at time: Time)
  func stop() async
  static func make(_ text: String) -> Self?
  func run()
}

extension Tracer {
  func start(_ name: String, at time: some Clock) {}  // error: invalid redeclaration
  func stop() {}
}

extension FixedWidthInteger where Self: SignedInteger {
  static func make(_ text: String) -> Self? { Self(text) }
}

extension Int8: Tracer {}  // error: type 'Int8' does not conform to protocol 'Tracer'
