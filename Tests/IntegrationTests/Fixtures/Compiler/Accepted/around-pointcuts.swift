// SPDX-License-Identifier: Apache-2.0
// -strict-memory-safety -enable-upcoming-feature NonisolatedNonsendingByDefault

import GraftCourier

@Extensible
public protocol Player {
  func play(_ title: String) throws -> Int
  func load(_ title: String) async throws -> Int
}

@Advice(protocols: "*", requirements: "play(_:)")
final class Named: AroundPointcut {
  override func around(_ call: RunningCall, _ proceed: Proceed) throws {
    guard call.arguments.isEmpty else { return try proceed() }
    try call.returns(call.receiver ?? 1)
  }

  override func around(_ call: RunningCall, _ proceed: AsyncProceed) async throws {
    try await proceed()
    print(call.result ?? "", call.implementation?.name ?? "")
  }
}

@Advice(protocols: "*")
public final class WrittenOut: AroundPointcut {
  override public func around(_ call: RunningCall, _ proceed: () throws -> Void) throws {
    try proceed()
  }

  override public func around(
    _ call: RunningCall, _ proceed: nonisolated(nonsending) () async throws -> Void
  ) async throws {
    try await proceed()
  }
}

@Advice(protocols: "*")
final class OnlyBefore: AroundPointcut {
  override func before(_ call: AdvisedCall) {}
}

@MainActor
func test<P: Player & Sendable & SendableMetatype>(_ type: P.Type, _ player: P) async throws {
  try await ExtensionRegistry.withTaskAdvice {
    try PlayerExtension<P>.joinPoints.load.around(.forTask) { _, title, proceed in
      try await proceed(title)
    }
    _ = try await player.load("a")
  }
}
