// SPDX-License-Identifier: Apache-2.0

import GraftCourier

@Courier
protocol Named: CustomStringConvertible {
  func name()
}

extension NamedCourier {
  var description: String { "\(receivers.all.count) receivers" }
}

@Courier(concurrent: true)
protocol Failing: Error {
  func fail() async
}

@Courier @MainActor @available(macOS 15, *)
protocol Shown: AnyObject {
  func show()
}

protocol Shared: Sendable {}

@Courier
protocol Worker: Shared, Sendable {
  func work()
}
