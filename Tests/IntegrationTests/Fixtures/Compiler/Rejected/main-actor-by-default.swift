// SPDX-License-Identifier: Apache-2.0
// -default-isolation MainActor
import Graft

@Extensible
protocol Player {
  func play()
  func load() async  // error: write '@MainActor' before the protocol
  var title: String { get async }  // error: write '@MainActor' before the protocol
  @Unadvised func save() async  // error: write '@MainActor' before the protocol
}
