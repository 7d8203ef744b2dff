// SPDX-License-Identifier: Apache-2.0

import Foundation
import GraftCourier

protocol Plain { func plain() }
@Courier
protocol Refined: AnyObject, Plain {  // error: does not conform to protocol 'Plain'
  func refined()
}

@Courier
protocol Named: CustomStringConvertible {  // error: does not conform to protocol
  func name()
}

@Courier
protocol Object: NSObjectProtocol {  // error: does not conform to protocol 'NSObjectProtocol'
  func act()
}

@Courier
protocol Worker: Executor {  // error: contains non-Sendable type
  func work()
}

struct Ticket: ~Copyable {}

@Courier
protocol Desk {
  func ticket() -> Ticket  // error: type 'Ticket' does not conform to protocol 'Copyable'
}

@Courier(concurrent: true)
protocol Uploader: Sendable {
  func upload(
    _ progress: @Sendable (Double) -> Void  // error: make it '@escaping'
  ) async throws -> Int
}

@Courier(concurrent: true)
protocol Retrying: Sendable {
  func retry(
    _ body: @Sendable @escaping () async throws -> Int
  ) async rethrows -> Int  // error: write 'throws'
}
