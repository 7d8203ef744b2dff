// SPDX-License-Identifier: Apache-2.0

import GraftCourier

@GraftCourier::Courier(concurrent: true)
protocol Loader: Swift::Sendable {
  func load(_ name: Swift::String) async throws
  func size() -> Swift::Int
}
