// SPDX-License-Identifier: Apache-2.0

import Graft

protocol Clock {}

@Extensible
protocol Tracer {
  func start<Time: Clock>(_ name: String, at time: Time)  // error: has a default of 'start
  func stop() async  // error: has a default of 'stop()' already
  static func make(_ text: String) -> Self?  // error: some conforming types have 'static make(_:)'
  func run()
}

extension Tracer {
  func start(_ name: String, at time: some Clock) {}
  func stop() {}
}

extension FixedWidthInteger where Self: SignedInteger {
  static func make(_ text: String) -> Self? { Self(text) }
}

extension Int8: Tracer {}
