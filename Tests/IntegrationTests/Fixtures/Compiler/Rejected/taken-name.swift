// SPDX-License-Identifier: Apache-2.0

import Graft

class MessageExtension {}

@Extensible
protocol Message {  // error: invalid redeclaration of 'MessageExtension'
  func send()
}
