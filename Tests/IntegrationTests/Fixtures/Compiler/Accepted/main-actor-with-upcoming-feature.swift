// SPDX-License-Identifier: Apache-2.0
// -default-isolation MainActor -enable-upcoming-feature NonisolatedNonsendingByDefault
import Graft

@Extensible
protocol Player {
  func load() async -> Int
}

@Extension
final class Loading<Subject: Player>: PlayerExtension<Subject> {
  override func load(_ subject: Subject) async -> Int { 1 }
}

func advise() throws {
  try PlayerJoinPoints.everySubject.load.around { _, proceed in await proceed() + 1 }
}
