// SPDX-License-Identifier: Apache-2.0
import Graft

struct Refusal: Error {}

@Extensible
protocol Clerk: Actor {
  func answer(_ text: String) throws -> String
  func leave() throws
  func admit(_ name: String) throws(Refusal) -> Int
}

actor Desk: Clerk { var count = 0 }

let phase = 1

func advise() throws {
  let points = ClerkExtension<Desk>.joinPoints
  try points.answer.before { desk, text in if desk.count > 3 { throw Refusal() } }
  try points.answer.around { desk, text, proceed in try proceed(text + "\(desk.count)") }
  try points.answer.around { proceed in try proceed() }
  try points.answer.after { desk, text, result in print(desk.count, text, result) }
  try points.answer.after { print("answered") }
  try points.leave.before { if phase > 3 { throw Refusal() } }
  try points.leave.around { desk, proceed in try proceed() }
  try points.leave.around { proceed in try proceed() }
  try points.leave.after { desk, result in print(desk.count, result) }
  try points.admit.around { desk, name, proceed in proceed(name) }
  try points.admit.around { proceed in proceed().map { $0 + 1 } }
  try points.admit.after { desk, name, result in print(desk.count, name, result) }
}
