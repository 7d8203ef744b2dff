// SPDX-License-Identifier: Apache-2.0
import Graft

@Extensible @MainActor
protocol Panel {
  mutating func change(_ text: String) -> String
  mutating func refuse() throws
  var title: String { get set }
}

struct Pane: Panel { var number = 1 }

@MainActor var phase = 1

@MainActor
func advise() throws {
  let points = PanelExtension<Pane>.joinPoints
  try points.change.before { pane, text in pane.number += text.count }
  try points.change.before { print(phase) }
  try points.change.around { pane, text, proceed in "\(pane.number)" + proceed(&pane, text) }
  try points.change.around { proceed in "\(phase)" + proceed() }
  try points.change.after { pane, text, result in print(pane.number, text, result) }
  try points.change.after { print("changed") }
  try points.refuse.around { pane, proceed in try proceed(&pane) }
  try points.refuse.around { proceed in try proceed() }
  try points.setTitle.around { pane, title, proceed in proceed(&pane, title + "!") }
  try points.setTitle.around { proceed in proceed() }
  try points.setTitle.after { pane, title in print(pane.title, title) }
}
