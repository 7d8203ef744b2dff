// SPDX-License-Identifier: Apache-2.0
// -default-isolation MainActor

import Graft

@globalActor
actor Stage { static let shared = Stage() }

@Extensible
nonisolated protocol Player {
  @Stage func play() -> Int
  @Stage func stop()
  @Stage var title: String { get }
  @Stage func load() async -> Int
}
