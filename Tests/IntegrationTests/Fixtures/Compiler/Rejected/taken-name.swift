// SPDX-License-Identifier: Apache-2.0

import Graft

class MessageExtension {}

@Extensible
protocol Message {  // error: choose another name by '@Extensible(suffix: .extending)'
  func send()
}
