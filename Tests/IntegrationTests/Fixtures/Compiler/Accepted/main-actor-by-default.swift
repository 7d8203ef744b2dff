// SPDX-License-Identifier: Apache-2.0
// -default-isolation MainActor
import Graft

@Extensible
@MainActor
protocol Player {
  func load() async
}

@Extensible
nonisolated protocol Loader {
  func load() async
}

@Extensible
protocol Screen {
  func show()
  var title: String { get set }
}

@Extension
final class Showing<Subject: Screen>: ScreenExtension<Subject> {
  override func show(_ subject: Subject) { print(subject.title) }
  override func title(_ subject: Subject) -> String { "title" }
}

struct Window: Screen {}

func show() { Window().show() }

protocol Entity { var id: Int { get } }

@Extensible
protocol Record: Entity, CustomStringConvertible {
  var name: String { get set }
  func save() -> Int
}

@Extensible
protocol Problem: Error { func report() -> String }
