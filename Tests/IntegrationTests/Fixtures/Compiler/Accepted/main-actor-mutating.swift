// SPDX-License-Identifier: Apache-2.0
import Graft

@Extensible @MainActor
protocol Panel {
  mutating func change(_ text: String) -> String
  mutating func refuse() throws
  var title: String { get set }
}

struct Pane: Panel { var number = 1 }

@MainActor
func advise() throws {
  let points = PanelExtension<Pane>.joinPoints
  try points.change.before { pane, text in pane.number += text.count }
  try points.change.before { pane in print(pane.number) }
  try points.change.around { pane, proceed in "\(pane.number)" + proceed() }
  try points.change.after { pane in print(pane.number) }
  try points.change.after { print("changed") }
  try points.refuse.around { pane, proceed in try proceed() }
  try points.setTitle.around { pane, title, proceed in proceed(&pane, title + "!") }
  try points.setTitle.around { pane, proceed in proceed() }
  try points.setTitle.after { pane in print(pane.title) }
}
