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

enum Parts {
  @Courier
  public protocol Gauge: AnyObject { func open(_ size: Int) }
}

@usableFromInline @Courier
protocol Log: AnyObject { func write(_ line: String) }

final class Console: Log { func write(_ line: String) {} }

func log() throws { try LogCourier().receivers.add(Console()) }

@Extensible @Courier
protocol Sink: AnyObject, Sendable {
  @Required func write(_ line: String)
  func write(_ number: Int)
  func load() -> Int
  func load() async -> Int
  @concurrent func flush() async
}

@Courier(concurrent: true)
protocol Uploader: Sendable {
  func upload(_ progress: @escaping @Sendable (Double) -> Void) async
}
