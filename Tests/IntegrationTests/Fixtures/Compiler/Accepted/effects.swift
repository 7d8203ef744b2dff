// SPDX-License-Identifier: Apache-2.0

import Graft

@Extensible
protocol Player {
  func load() async -> Int
  var title: String { get set }
}

@Extension
final class Loading<Subject: Player>: PlayerExtension<Subject> {
  override func load(_ subject: Subject) async -> Int { 1 }
}
